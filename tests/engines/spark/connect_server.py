"""A Spark Connect server on this machine, with two executors: `python -m tests.engines.spark.connect_server PORT`.

It says "ready" and serves until its standard input ends.
"""

from __future__ import annotations

import sys

from standout.engines.spark.session import session
from tests.engines.spark.cluster import MASTER, SETTINGS


def serve(port: int) -> None:
    served = {
        "spark.plugins": "org.apache.spark.sql.connect.SparkConnectPlugin",
        "spark.connect.grpc.binding.address": "127.0.0.1",
        "spark.connect.grpc.binding.port": str(port),
    }
    with session(MASTER, settings=SETTINGS | served):
        print("ready", flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    serve(int(sys.argv[1]))
