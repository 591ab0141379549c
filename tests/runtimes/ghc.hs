-- SPDX-License-Identifier: MIT

-- What the run time of GHC says it will use.
import Control.Concurrent (getNumCapabilities)
import GHC.RTS.Flags (getGCFlags, maxHeapSize)

main :: IO ()
main = do
  capabilities <- getNumCapabilities
  putStrLn ("capabilities " ++ show capabilities)
  flags <- getGCFlags
  putStrLn ("maxHeapSize " ++ show (toInteger (maxHeapSize flags) * 4096))
