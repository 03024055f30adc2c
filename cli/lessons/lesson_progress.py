"""How far a learner has come in a lesson: follows one attempt event by event."""

from __future__ import annotations

from cli.lessons.lesson import Lesson
from p2puno.events import Event


class LessonProgress:
    """Knows which step the learner is at, and what the coach says now. It judges no rules: it only
    recognizes events that the engine reported."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.text = lesson.steps[0].text
        self.astray = False
        """Whether something else happened than was asked for, in this step."""
        self._step = 0
        self._happened: set[int] = set()
        """Which parts of the step are done."""

    @property
    def done(self) -> bool:
        return self._step == len(self.lesson.steps)

    @property
    def reached(self) -> tuple[int, int]:
        """Grows with everything that the learner was asked to do."""
        return self._step, len(self._happened)

    def hear(self, event: Event) -> None:
        if self.done:
            return
        step = self.lesson.steps[self._step]
        parts = {part for part, happened in enumerate(step.done) if happened(event)}
        self._happened |= parts
        if len(self._happened) == len(step.done):
            self._step += 1
            self._happened = set()
            self.astray = False
            self.text = self.lesson.praise if self.done else self.lesson.steps[self._step].text
            return
        for happened, remark in step.remarks:
            if happened(event):
                self.text, self.astray = remark, not parts

    def note_other_move(self) -> None:
        """The learner made a legal move that was not asked for."""
        if not self.done:
            self.text, self.astray = self.lesson.steps[self._step].otherwise or self.text, True
