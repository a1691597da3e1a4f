"""What every kernel can do, and the kernels made of kernels.

They stand in one file because adding two kernels gives a :class:`Sum`, which is a kernel.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Any, Self

import numpy as np

from kernelkit.gram import normalize_by
from kernelkit.validation import InputError, InputTypeError, Matrix, Vector, check_number


@dataclass(frozen=True)
class Kernel:
    """What every kernel can do; the subclasses below say how."""

    __array_ufunc__ = None  # np.float64(2) * kernel is for the kernel to answer

    def __call__(self, X: Any, Z: Any = None) -> Matrix:
        """Gram matrix of X against Z, or of X against itself (then exactly symmetric)."""
        raise NotImplementedError

    def diagonal(self, X: Any) -> Vector:
        """Values k(x, x), one per sample, without the matrix around them."""
        raise NotImplementedError

    def against(self, Z: Any) -> Callable[[Any], Matrix]:
        """Return the function that gives k(X, Z) for this Z, for those who ask with many X."""
        return lambda X: self(X, Z)

    def normalized(self) -> "Normalized":
        """Return the kernel of the directions, k(x, z) / sqrt(k(x, x) k(z, z))."""
        return Normalized(self)

    def __add__(self, other: "Kernel") -> "Sum":
        return Sum(self, other) if isinstance(other, Kernel) else NotImplemented

    def __mul__(self, other: "Kernel | float") -> "Product | Scaled":
        return Product(self, other) if isinstance(other, Kernel) else Scaled(other, self)

    __rmul__ = __mul__

    def __sklearn_clone__(self) -> Self:
        return self  # it never changes, so one is enough

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Return the fields by name, with ``deep`` also those inside them, as ``left__sigma``."""
        params = {field.name: getattr(self, field.name) for field in fields(self)}
        inner = {name: value for name, value in params.items() if isinstance(value, Kernel)}
        if deep:
            for name, kernel in inner.items():
                params |= {f"{name}__{key}": value for key, value in kernel.get_params().items()}
        return params

    def with_params(self, **params: Any) -> Self:
        """Return a copy with some fields changed; ``left__sigma`` reaches into a kernel inside.

        >>> from kernelkit import Gaussian
        >>> Gaussian(sigma=1.0).with_params(sigma=2.0)
        Gaussian(sigma=2.0)
        """
        names = [field.name for field in fields(self)]
        kind = type(self).__name__
        changes: dict[str, Any] = {}
        for path, value in params.items():
            name, _, rest = path.partition("__")
            if name not in names:
                has = ", ".join(names) or "none"
                message = f"{name} is not a parameter of {kind}, which has {has}"
                raise InputError(message)
            inner = changes.get(name, getattr(self, name))
            if rest and not isinstance(inner, Kernel):
                message = (
                    f"{name} of {kind} must be a kernel to have a parameter {rest}, got {inner!r}"
                )
                raise InputError(message)
            changes[name] = inner.with_params(**{rest: value}) if rest else value
        return replace(self, **changes)


@dataclass(frozen=True)
class Sum(Kernel):
    r"""Sum of two kernels, :math:`k_1(x, z) + k_2(x, z)`: feature vectors end to end."""

    left: Kernel
    right: Kernel

    def __post_init__(self) -> None:
        _check_kernels(left=self.left, right=self.right)

    def __call__(self, X: Any, Z: Any = None) -> Matrix:
        return self.left(X, Z) + self.right(X, Z)

    def diagonal(self, X: Any) -> Vector:
        return self.left.diagonal(X) + self.right.diagonal(X)


@dataclass(frozen=True)
class Product(Kernel):
    r"""Product of two kernels, :math:`k_1(x, z)\,k_2(x, z)`: all products of two features."""

    left: Kernel
    right: Kernel

    def __post_init__(self) -> None:
        _check_kernels(left=self.left, right=self.right)

    def __call__(self, X: Any, Z: Any = None) -> Matrix:
        return self.left(X, Z) * self.right(X, Z)

    def diagonal(self, X: Any) -> Vector:
        return self.left.diagonal(X) * self.right.diagonal(X)


@dataclass(frozen=True)
class Scaled(Kernel):
    r"""A multiple of a kernel, :math:`a\,k(x, z)` with a > 0: longer or shorter features."""

    factor: float
    kernel: Kernel

    def __post_init__(self) -> None:
        check_number(self.factor, "factor", above=0)
        _check_kernels(kernel=self.kernel)

    def __call__(self, X: Any, Z: Any = None) -> Matrix:
        K = self.kernel(X, Z)
        K *= float(self.factor)
        return K

    def diagonal(self, X: Any) -> Vector:
        return float(self.factor) * self.kernel.diagonal(X)


@dataclass(frozen=True)
class Normalized(Kernel):
    r"""Kernel of the directions, :math:`k(x, z) / \sqrt{k(x, x)\,k(z, z)}`.

    A sample whose feature vector is zero has no direction: its values are 0.
    """

    kernel: Kernel

    def __post_init__(self) -> None:
        _check_kernels(kernel=self.kernel)

    def __call__(self, X: Any, Z: Any = None) -> Matrix:
        K = self.kernel(X, Z)
        rows = K.diagonal().copy() if Z is None else self.kernel.diagonal(X)
        normalize_by(rows, rows if Z is None else self.kernel.diagonal(Z), K)
        return K

    def diagonal(self, X: Any) -> Vector:
        values = self.kernel.diagonal(X)
        return np.where(values > 0, 1.0, 0.0).astype(values.dtype)


def _check_kernels(**kernels: Any) -> None:
    for name, kernel in kernels.items():
        if not isinstance(kernel, Kernel):
            message = f"{name} must be a kernel, got {kernel!r}"
            raise InputTypeError(message)
