# shellcheck shell=sh
# SPDX-License-Identifier: MIT

# The variable is for the entrypoint of the nginx image.
skip "nginx: the entrypoint that reads the variable is only in the image"
