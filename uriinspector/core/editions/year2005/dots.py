"""RFC 3986 5.2.4, remove_dot_segments, turn by turn."""

from __future__ import annotations

from uriinspector.core.resolution import Buffer, Record, Step

NOTES = {
    "2A": "leading dot segments of a relative path: removed",
    "2B": '"." segment (same level): removed',
    "2C": '".." segment: the last output segment is removed',
    "2C root": '".." segment with no output segment left: removed',
    "2D": "only a dot segment left: removed",
    "2E": "the first segment moves to the output",
}


def remove_dot_segments(path: str, record: Record | None = None) -> str:
    """The path without its "." and ".." segments.

    2A and 2D can only hold before anything has moved over: later the input starts with "/".
    """
    if record is None and "/." not in path and path[:1] != ".":
        return path  # no segment can be a dot segment: 2E would move every one over
    turns = DotRecorder(path, record) if record else None
    output: list[str] = []
    rest = path if path[:1] == "/" else path[_leading_dots(path, turns) :]
    for segment in rest.split("/"):
        if segment == "..":
            turn = "2C" if len(output) > 1 or output[0] else "2C root"
            if len(output) > 1:
                del output[-1]
            else:
                output[0] = ""  # what has no slash before it leaves the slash after it behind
        elif segment == ".":
            turn = "2B"
        else:
            turn = "2E"
            output.append(segment)
        if turns is not None:
            turns.record_segment(turn, segment)
    if segment == "." or segment == "..":
        # 2B and 2C put a slash in place of the last segment, and 2E moves it over.
        output.append("")
        if turns is not None:
            turns.record_turn("2E", "/")
    return "/".join(output)


def _leading_dots(path: str, recorder: DotRecorder | None) -> int:
    """2A and 2D: where the input begins once the dots in front of it are gone."""
    start = 0
    while path.startswith(("../", "./"), start):
        dots = "../" if path.startswith("../", start) else "./"
        start += len(dots)
        if recorder is not None:
            recorder.record_turn("2A", dots)
    left = path[start : start + 3]
    if left in {".", ".."}:
        start += len(left)
        if recorder is not None:
            recorder.record_turn("2D", left)
    return start


class DotRecorder:
    """Tells the turns to a recorder, and keeps the two buffers for it."""

    def __init__(self, path: str, record: Record) -> None:
        self.record = record
        self.now = Buffer(path, None, 0, len(path))
        self.slash = ""  # what stands before the next segment

    def record_segment(self, turn: str, segment: str) -> None:
        """One turn that read the next segment; before the first slash there may be none."""
        run, self.slash = self.slash + segment, "/"
        if run:
            self.record_turn(turn, run)

    def record_turn(self, turn: str, run: str) -> None:
        """One turn that read this run of the input."""
        path, output, start, end = self.now.source, self.now.chain, self.now.start, self.now.end
        if turn == "2E":
            output = (output, run)
        elif turn == "2C" and output:
            output = output[0]
        if start + len(run) == end and turn[:2] in {"2B", "2C"}:
            end = start + 1  # the slash that stays in the input
        else:
            start += len(run)
        before, self.now = self.now, Buffer(path, output, start, end)
        self.record(Step(f"5.2.4 {turn[:2]}", NOTES[turn], before, self.now))
