"""A real browser without a window, driven by the WebDriver protocol: nothing but the standard library."""

from __future__ import annotations

import base64
import json
import re
import shutil
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
)
KEYS = {
    "ArrowLeft": "\ue012",
    "ArrowRight": "\ue014",
    "Home": "\ue011",
    "End": "\ue010",
    "PageUp": "\ue00e",
    "PageDown": "\ue00f",
    "Shift": "\ue008",
    "Tab": "\ue004",
    "Enter": "\ue007",
    "Escape": "\ue00c",
}


class Browser:
    def __init__(self, *flags: str) -> None:
        assert DRIVER is not None
        assert CHROMIUM is not None
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self._log = Path(self._profile.name) / "driver.log"
        self._driver = subprocess.Popen(
            [DRIVER, "--port=0", f"--log-path={self._log}"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        assert self._driver.stdout is not None
        port = None
        while port is None:
            line = self._driver.stdout.readline().decode()
            assert line, "chromedriver did not start"
            found = re.search(r"on port (\d+)", line)
            port = found.group(1) if found and "successfully" in line else None
        self._base = f"http://127.0.0.1:{port}"
        options = {
            "binary": CHROMIUM,
            "args": [*FLAGS, *flags, f"--user-data-dir={self._profile.name}/profile"],
        }
        capabilities = {
            "browserName": "chrome",
            "goog:chromeOptions": options,
            "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
        }
        made = self._call("POST", "/session", {"capabilities": {"alwaysMatch": capabilities}})
        self._base += f"/session/{made['sessionId']}"

    def _call(self, method: str, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self._base + path, data, {"Content-Type": "application/json"}, method=method
        )
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(error.read().decode()[:600]) from error

    def open(self, url: str) -> None:
        self._call("POST", "/url", {"url": url})

    def size(self, width: int, height: int) -> None:
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        self.command("Emulation.setDeviceMetricsOverride", metrics)

    def command(self, name: str, values: dict[str, Any]) -> Any:
        return self._call("POST", "/goog/cdp/execute", {"cmd": name, "params": values})

    def run(self, script: str, *arguments: Any) -> Any:
        return self._call("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def run_later(self, script: str, *arguments: Any) -> Any:
        """The result of a script that hands it to its last argument, a function."""
        return self._call("POST", "/execute/async", {"script": script, "args": list(arguments)})

    def text(self, selector: str) -> str:
        return str(self.run("return document.querySelector(arguments[0]).textContent", selector))

    def click(self, selector: str) -> None:
        element = self._call("POST", "/element", {"using": "css selector", "value": selector})
        self._call("POST", f"/element/{next(iter(element.values()))}/click", {})

    def click_at(self, x: int, y: int) -> None:
        """Click where somebody points."""
        move = {"type": "pointerMove", "duration": 0, "x": x, "y": y}
        click = [{"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp")]
        pointer = {"type": "pointer", "id": "mouse", "actions": [move, *click]}
        self._call("POST", "/actions", {"actions": [pointer]})

    def answer(self, text: str | None = None) -> None:
        """Answer what the page asks in a window of its own: with yes, or with a text."""
        if text is not None:
            self._call("POST", "/alert/text", {"text": text})
        self._call("POST", "/alert/accept", {})

    def press(self, *keys: str) -> None:
        """Keys pressed together."""
        values = [KEYS.get(key, key) for key in keys]
        down = [{"type": "keyDown", "value": value} for value in values]
        up = [{"type": "keyUp", "value": value} for value in reversed(values)]
        self._call("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": down + up}]})

    def logged(self, kind: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self._call("POST", "/se/log", {"type": kind})
        return found

    def requests(self) -> list[str]:
        """What was asked for over the network since the last time."""
        messages = [json.loads(entry["message"])["message"] for entry in self.logged("performance")]
        return [
            message["params"]["request"]["url"]
            for message in messages
            if message["method"] == "Network.requestWillBeSent"
        ]

    def picture(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self._call("GET", "/screenshot")))

    def wait(self, script: str, seconds: float = 30.0) -> None:
        end = time.monotonic() + seconds
        while not self.run(f"return {script}"):
            assert time.monotonic() < end, f"waited in vain for {script}"
            time.sleep(0.05)

    def tabs(self) -> list[str]:
        found: list[str] = self._call("GET", "/window/handles")
        return found

    def new_tab(self) -> str:
        tab = str(self._call("POST", "/window/new", {"type": "tab"})["handle"])
        self.use_tab(tab)
        return tab

    def use_tab(self, tab: str) -> None:
        self._call("POST", "/window", {"handle": tab})

    def close_tab(self) -> None:
        self._call("DELETE", "/window")

    def close(self) -> None:
        try:
            self._call("DELETE", "")
        finally:
            self._driver.terminate()
            self._driver.wait()
            assert self._driver.stdout is not None
            self._driver.stdout.close()
            self._profile.cleanup()
