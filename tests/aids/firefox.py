"""Ask a page in Firefox, by WebDriver BiDi, since playwright drives only a Firefox of its own."""

import json
import re
import subprocess
from contextlib import contextmanager
from itertools import count

from websocket import create_connection

LIMIT_SECONDS = 120
"""Timeout of an answer; only what never comes takes that long."""


@contextmanager
def opened(program, address, profile):
    """Open an address, without a network; yield a function that evaluates JavaScript there.

    It waits for promises and returns a text. `errors` of it are the page's messages of errors.
    """
    offline = 'user_pref("network.proxy.type", 1);\nuser_pref("network.proxy.http", "127.0.0.1");\n'
    offline += (
        'user_pref("network.proxy.http_port", 9);\nuser_pref("network.proxy.ssl", "127.0.0.1");\n'
    )
    (profile / "user.js").write_text(offline, encoding="utf-8")
    command = [program, "--headless", "--remote-debugging-port=0", "--profile", str(profile)]
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    try:
        found = (re.search(r"BiDi listening on (ws://\S+)", line) for line in process.stderr)
        address_of_firefox = f"{next(filter(None, found))[1]}/session"
        link = create_connection(address_of_firefox, LIMIT_SECONDS, suppress_origin=True)
        numbers, errors = count(), []

        def send(method, **params):
            number = next(numbers)
            link.send(json.dumps({"id": number, "method": method, "params": params}))
            while True:
                answer = json.loads(link.recv())
                if (
                    answer.get("method") == "log.entryAdded"
                    and answer["params"]["level"] == "error"
                ):
                    errors.append(answer["params"]["text"])
                if answer.get("id") == number:
                    assert answer["type"] == "success", answer
                    return answer["result"]

        send("session.new", capabilities={})
        send("session.subscribe", events=["log.entryAdded"])
        context = send("browsingContext.getTree")["contexts"][0]["context"]
        send("browsingContext.navigate", context=context, url=address, wait="complete")

        def ask(code):
            place = {"context": context}
            answer = send("script.evaluate", expression=code, target=place, awaitPromise=True)
            assert answer["type"] == "success", answer
            return answer["result"].get("value")

        ask.errors = errors
        yield ask
        link.close()
    finally:
        process.terminate()
        process.communicate(timeout=LIMIT_SECONDS)
