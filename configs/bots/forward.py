"""A bot for Hoppity in 30 lines: the Halma move that gains most ground towards the far corner, or any move elsewhere.

It answers each line of JSON with one (docs/protocols.md): process(cmd="python3 configs/bots/forward.py")"""
import json
import random
import sys


def square(name):
    return ord(name[0]) - ord("a"), int(name[1:])


def gain(move, seat):
    start, _, end = move.partition("-")
    if not end:
        return 0  # not a move from square to square
    (x, y), (to_x, to_y) = square(start), square(end)
    ground = (to_x - x) + (y - to_y)  # A plays from the top left to the bottom right
    return ground if seat == "A" else -ground


for line in sys.stdin:
    request = json.loads(line)
    if request["type"] == "start":
        random.seed(request["seed"])
        answer = {"name": "forward"}
    else:
        best = max(gain(move, request["seat"]) for move in request["legal"])
        answer = {"move": random.choice([m for m in request["legal"] if gain(m, request["seat"]) == best])}
    print(json.dumps(answer), flush=True)
