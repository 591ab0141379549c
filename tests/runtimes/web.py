# SPDX-License-Identifier: MIT
#
# web.py SERVER: worker processes that the server will start.
import sys

if sys.argv[1] == "gunicorn":
    from gunicorn.config import Config

    workers = Config().workers
else:
    from uvicorn.config import Config

    workers = Config("module:application").workers
print("workers", workers)
