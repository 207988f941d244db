"""Sources as they go onto a Pico: whole numbers and short texts that have a name stand there themselves.

On MicroPython a named constant takes some 25 bytes of memory in each module that knows it, and a look-up each time it is used. So names in
capitals that a module binds once, at its top, to a whole number or a short text, are replaced by it wherever they are read, in other modules,
too; what nobody asks for any more is left out.
"""

import ast
from collections.abc import Iterable, Mapping

SHORT = 10  # letters of a text that MicroPython keeps but once, however often it stands in the sources


def _bound(tree: ast.Module) -> dict[str, int]:
    """How often each name is bound anywhere in a module."""
    found: dict[str, int] = {}

    def count(name: str) -> None:
        found[name] = found.get(name, 0) + 1

    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            count(node.id)
        elif isinstance(node, ast.arg):
            count(node.arg)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            count(node.name)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            for alias in node.names:
                count(alias.asname or alias.name.partition(".")[0])
        elif isinstance(node, ast.ExceptHandler) and node.name:
            count(node.name)
        elif isinstance(node, ast.Global):
            for name in node.names:
                count(name)
                count(name)
    return found


def _value(node: ast.expr, known: "Mapping[str, int | str]") -> "int | None":
    """The whole number that an expression of numbers and known names is, else None."""
    for part in ast.walk(node):
        if isinstance(part, ast.Constant):
            if type(part.value) is not int:
                return None
        elif isinstance(part, ast.Name):
            if not isinstance(known.get(part.id), int):
                return None
        elif not isinstance(part, (ast.BinOp, ast.UnaryOp, ast.operator, ast.unaryop, ast.expr_context)):
            return None
    try:
        value = eval(compile(ast.Expression(node), "", "eval"), {"__builtins__": {}}, dict(known))
    except ArithmeticError:
        return None
    return value if type(value) is int else None


def _binds(node: ast.stmt, known: "Mapping[str, int | str]") -> "dict[str, int | str]":
    """Names in capitals and what a statement binds them to."""
    if not isinstance(node, ast.Assign) or len(node.targets) != 1:
        return {}
    target, value = node.targets[0], node.value
    if isinstance(target, ast.Name) and target.id.isupper():
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            return {target.id: value.value} if len(value.value) <= SHORT else {}
        number = _value(value, known)
        return {} if number is None else {target.id: number}
    if (
        isinstance(target, ast.Tuple)
        and isinstance(value, ast.Call)
        and isinstance(value.func, ast.Name)
        and value.func.id == "range"
        and len(value.args) == 1
    ):
        names = [item.id for item in target.elts if isinstance(item, ast.Name) and item.id.isupper()]
        count = _value(value.args[0], known)
        if count == len(names) == len(target.elts):
            return {name: number for number, name in enumerate(names)}
    return {}


class _Module:
    """A module on its way: its tree, its constants, what it knows of others."""

    def __init__(self, name: str, text: str) -> None:
        self.package = name if name.endswith("/__init__") else name.rpartition("/")[0]
        self.package = self.package.removesuffix("/__init__")
        self.tree = ast.parse(text)
        bound = _bound(self.tree)
        self.constants: dict[str, int | str] = {}
        self.statements: dict[ast.stmt, list[str]] = {}  # those that do nothing but bind constants
        for node in self.tree.body:
            found = _binds(node, self.constants)
            if found and all(bound[key] == 1 for key in found):
                self.constants |= found
                self.statements[node] = list(found)
        self.bound = bound

    def source(self, node: ast.ImportFrom, name: str = "") -> str:
        """The path, without an ending, that an import leads to."""
        parts = self.package.split("/") if node.level else []
        parts = parts[: len(parts) - node.level + 1] if node.level else parts
        parts += node.module.split(".") if node.module else []
        return "/".join([*parts, name] if name else parts)


class _Inliner(ast.NodeTransformer):
    def __init__(self, module: _Module, modules: Mapping[str, _Module]) -> None:
        self.module = module
        self.values = dict(module.constants)
        self.names: dict[str, _Module] = {}  # names that stand for modules
        self._gone: set[ast.alias] = set()
        for node in ast.walk(module.tree):
            if not isinstance(node, ast.ImportFrom):
                continue
            base = modules.get(module.source(node)) or modules.get(module.source(node) + "/__init__")
            for alias in node.names:
                name = alias.asname or alias.name
                inner = module.source(node, alias.name)
                other = modules.get(inner) or modules.get(inner + "/__init__")
                if base is not None and alias.name in base.constants and module.bound[name] == 1:
                    self.values[name] = base.constants[alias.name]
                    self._gone.add(alias)
                elif other is not None and module.bound[name] == 1:
                    self.names[name] = other

    def visit_ImportFrom(self, node: ast.ImportFrom) -> "ast.stmt | None":
        node.names = [alias for alias in node.names if alias not in self._gone]
        return node if node.names else ast.Pass()

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if isinstance(node.ctx, ast.Load) and node.id in self.values:
            return ast.Constant(self.values[node.id])
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if isinstance(node.ctx, ast.Load) and isinstance(node.value, ast.Name) and node.value.id in self.names:
            value = self.names[node.value.id].constants.get(node.attr)
            if value is not None:
                return ast.Constant(value)
        self.generic_visit(node)
        return node


def inlined(texts: Mapping[str, str], keep: Iterable[str] = ()) -> dict[str, str]:
    """The sources with their constants in place.

    texts  path without its ending, such as `firmware/app` or `shared_rules/__init__` -> source
    keep   names that somebody else asks for
    """
    modules = {name: _Module(name, text) for name, text in texts.items()}
    for module in modules.values():
        module.tree = _Inliner(module, modules).visit(module.tree)
    wanted = set(keep)
    for module in modules.values():
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Attribute):
                wanted.add(node.attr)
            elif isinstance(node, ast.ImportFrom):
                wanted.update(alias.name for alias in node.names)
    found: dict[str, str] = {}
    for name, module in modules.items():
        module.tree.body = [
            node
            for node in module.tree.body
            if node not in module.statements or any(one in wanted for one in module.statements[node])
        ]
        found[name] = ast.unparse(ast.fix_missing_locations(module.tree)) + "\n"
    return found
