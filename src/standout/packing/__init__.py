"""The evidence pack: gathered from results, sealed with hashes and a signature, and checked by anybody afterwards."""
