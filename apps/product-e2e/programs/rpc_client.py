"""An editor in Python: `python3-pylsp-jsonrpc` of Debian at the other end of `kenny rpc`.

Carries out what `rpc-clients.e2e-spec.ts` describes and prints what it has seen as one line of JSON.
The program to talk with is in the arguments.
"""

import json
import os
import subprocess
import sys
import threading

from pylsp_jsonrpc.endpoint import Endpoint
from pylsp_jsonrpc.exceptions import JsonRpcException
from pylsp_jsonrpc.streams import JsonRpcStreamReader, JsonRpcStreamWriter

PATIENCE = 30
program = subprocess.Popen(
    sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
)
heard = []
news = threading.Condition()


def hear(method):
    def take(params):
        with news:
            heard.append((method, params))
            news.notify_all()

    return take


NOTIFICATIONS = ["turn/event", "ui/question", "ui/questionResolved", "session/updated"]
editor = Endpoint({name: hear(name) for name in NOTIFICATIONS}, JsonRpcStreamWriter(program.stdin).write)
reader = JsonRpcStreamReader(program.stdout)
threading.Thread(target=reader.listen, args=[editor.consume], daemon=True).start()


def ask(method, **params):
    return editor.request(method, params or None).result(PATIENCE)


def hears(method, **wanted):
    """The first notification with these values."""

    def found():
        for name, params in heard:
            if name == method and wanted.items() <= params.items():
                return params
        return None

    with news:
        if not news.wait_for(found, PATIENCE):
            raise TimeoutError(f"{method} {wanted}")
        return found()


def started(text):
    return ask("turns/start", sessionId=session["id"], input=text)["id"]


def finished(turn):
    hears("turn/event", turnId=turn, type="turnFinished")
    return [p for name, p in heard if name == "turn/event" and p["turnId"] == turn]


def questions():
    return [params for name, params in heard if name == "ui/question"]


def asked():
    """The next question that is new."""
    count = len(answered) + 1
    with news:
        if not news.wait_for(lambda: len(questions()) >= count, PATIENCE):
            raise TimeoutError("ui/question")
    question = questions()[-1]
    answered.append(question)
    return question


def reply(question, text):
    answers = [{"question": question["questions"][0]["question"], "answer": text}]
    where = {"sessionId": session["id"], "questionRequestId": question["questionRequestId"]}
    return ask("ui/answerQuestion", answers=answers, **where)


def turn_with(text, answer):
    turn = started(text)
    question = asked()
    outcome = reply(question, answer)
    events = finished(turn)
    results = [e["payload"]["result"]["isError"] for e in events if e["type"] == "toolResult"]
    status = events[-1]["payload"]["status"]
    return {"kind": question["kind"], **outcome, "isError": results, "status": status}


answered = []
seen = {}
hello = ask("initialize")
seen["initialize"] = [
    hello["protocolVersion"],
    hello["capabilities"]["security"]["toolApproval"],
]
session = ask("sessions/create", workspaceRoot="kenny://agent/" + os.environ["PC_ID"])

events = finished(started("say something"))
seen["streamed"] = {
    "text": "".join(e["payload"]["delta"] for e in events if e["type"] == "assistantDelta"),
    "inOrder": [e["sequence"] for e in events] == list(range(1, len(events) + 1)),
    "ends": [events[0]["type"], events[1]["type"], events[-1]["type"]],
    "status": events[-1]["payload"]["status"],
}
seen["question"] = turn_with("the printer is stuck", "The one in the hall")
seen["denied"] = turn_with("restart it", "Deny")
seen["approved"] = turn_with("restart it, really", "Approve")

turn = started("once more")
question = asked()
cancelled = ask("turns/cancel", turnId=turn)
gone = hears("ui/questionResolved", questionRequestId=question["questionRequestId"])
seen["cancelled"] = {
    "status": cancelled["status"],
    "last": finished(turn)[-1]["payload"]["status"],
    "outcome": gone["outcome"],
}
try:
    ask("sessions/transcript", sessionId="gone")
except JsonRpcException as error:
    seen["error"] = {"code": error.code, "message": error.message, "data": error.data["code"]}

seen["shutdown"] = ask("shutdown")
seen["exit"] = program.wait(PATIENCE)
seen["complaints"] = program.stderr.read().decode()
print(json.dumps(seen))
