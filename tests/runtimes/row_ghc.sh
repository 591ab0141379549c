# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# Haskell by GHC, linked as the row asks for. The run time counts its heap in blocks of 4 KiB.
# shellcheck disable=SC2154,SC2034 # what run sets and reads

heap=1

# 8B/10
ghc_due() {
	ghc_heap=
	if [ -n "$B" ]; then
		ghc_heap=$((B * 1048576 * 8 / 10))
		ghc_heap=$((ghc_heap - ghc_heap % 4096))
	fi
	due capabilities "$P"
	due maxHeapSize "$ghc_heap"
}

if ! have ghc; then
	skip "ghc: no ghc"
elif builds "$build/ghc" ghc -v0 -threaded -rtsopts -outputdir "$build/ghc.objects" \
	-o "$build/ghc" "$programs/ghc.hs"; then
	ghc_is="ghc $(ghc --numeric-version)"
	read_back "$ghc_is" ghc_due "$build/ghc"
	user_wins "$ghc_is" GHCRTS=-N3 "capabilities 3" "$build/ghc"
	user_wins "$ghc_is" GHCRTS=-M64m "maxHeapSize $((64 << 20))" "$build/ghc"
fi
