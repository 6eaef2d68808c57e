"""A receiver of webhooks: verifies each delivery with nothing but Python, answers at once, and knows repeats.

WEBHOOK_SECRET=whsec_... PORT=8443 python3 receiver.py
"""

import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ.get("WEBHOOK_SECRET", "")
KEY = base64.b64decode(SECRET[6:]) if SECRET.startswith("whsec_") else SECRET.encode()
MOST_SECONDS = 300

# Keep these in your database; the newest few thousand are enough.
handled: set[str] = set()


def is_genuine(headers, body: bytes) -> bool:
    """Whether these are the bytes that the service signed, within the last five minutes."""
    message_id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > MOST_SECONDS:
        return False
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(KEY, signed, hashlib.sha256).digest()).decode()
    signatures = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(one.encode(), expected.encode()) for one in signatures)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", "0")))
        genuine = is_genuine(self.headers, body)
        # Answer first: the service waits ten seconds at most.
        self.send_response(204 if genuine else 400)
        self.end_headers()
        if not genuine:
            print("refused", flush=True)
            return
        message_id = self.headers["webhook-id"]
        if message_id in handled:
            return
        handled.add(message_id)
        event = json.loads(body)
        print("verified", event["type"], event["targetUrn"] or "", flush=True)

    def log_message(self, *_arguments) -> None:
        pass


server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8443"))), Receiver)
print("listening on", server.server_port, flush=True)
server.serve_forever()
