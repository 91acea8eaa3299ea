"""Run the cells of a notebook as Jupyter does.

`python -m tests.cells FILE` writes their outputs into the notebook."""

import ast
import io
import json
import sys
from contextlib import chdir, redirect_stdout
from pathlib import Path

TYPES = {"text/html": "_repr_html_", "image/svg+xml": "_repr_svg_"}  # of what a cell shows


def outputs_of(notebook: dict) -> list[list[dict]]:
    """Run the cells of code in their order; return what each prints, and its last expression."""
    names: dict = {}
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    return [_run("".join(cell["source"]), names) for cell in cells]


def _run(source: str, names: dict) -> list[dict]:
    """Run a cell; `print` writes to the first output, the last expression is the second."""
    *statements, last = ast.parse(source).body
    if not isinstance(last, ast.Expr):
        statements, last = [*statements, last], None
    value, printed = None, io.StringIO()
    with redirect_stdout(printed):
        exec(compile(ast.Module(statements, []), "<cell>", "exec"), names)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
    streams = [{"output_type": "stream", "name": "stdout", "text": _lines(printed.getvalue())}]
    return streams[: bool(printed.getvalue())] + ([] if value is None else [_shown(value)])


def _shown(value: object) -> dict:
    """Return the forms of a value of which a notebook chooses one."""
    forms = {"text/plain": repr(value)} | {
        kind: getattr(value, method)() for kind, method in TYPES.items() if hasattr(value, method)
    }
    data = {kind: _lines(text) for kind, text in forms.items()}
    return {"output_type": "display_data", "metadata": {}, "data": data}


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def renew(path: Path) -> None:
    """Write the outputs of all cells into a notebook."""
    notebook = json.loads(path.read_text())
    with chdir(path.parent):
        found = outputs_of(notebook)
    cells = (cell for cell in notebook["cells"] if cell["cell_type"] == "code")
    for cell, outputs in zip(cells, found, strict=True):
        cell["outputs"] = outputs
    path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    renew(Path(sys.argv[1]))
