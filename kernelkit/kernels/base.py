"""What every kernel can do, and the kernels made of kernels.

They stand in one file because adding two kernels gives a :class:`Sum`, which is a kernel.
"""

import numbers
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, ClassVar, Self

import numpy as np
import numpy.typing as npt

from kernelkit.kernels.gram import normalize_by
from kernelkit.validation import (
    InputError,
    InputTypeError,
    Matrix,
    Parameters,
    Vector,
    as_matrix,
    as_pair,
    as_strings,
    as_vector,
    check_flag,
    check_gram,
    check_number,
    check_parameters,
    shown,
)

KERNEL_WORDS = {  # scikit-learn's words for kernels, and what to write instead
    "gaussian": "Gaussian()",
    "laplacian": "Laplacian()",
    "linear": "Linear()",
    "poly": "Polynomial(3)",
    "polynomial": "Polynomial(3)",
    "rbf": "Gaussian()",
}


class Kernel(Parameters):
    """What every kernel can do; the subclasses below say how.

    A kernel is a frozen dataclass: two are equal if they are of one class with equal fields. A
    subclass that is no dataclass of its own equals itself only, whatever it inherits: nobody knows
    what else it depends on.
    """

    __array_ufunc__ = None  # np.float64(2) * kernel is for the kernel to answer

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Kernel) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def __repr__(self) -> str:
        return type(self).__name__

    def __call__(self, X: Any, Z: Any = None) -> Matrix:
        """Gram matrix of X against Z, or of X against itself (then exactly symmetric)."""
        raise NotImplementedError

    def diagonal(self, X: Any) -> Vector:
        """Values k(x, x), one per sample, without the matrix around them.

        A kernel that does not say how is asked for one sample at a time.
        """
        X = np.asarray(X)
        return np.array([np.asarray(self(X[i : i + 1]))[0, 0] for i in range(len(X))])

    def normalized(self) -> "Normalized":
        """Return the kernel of the directions, k(x, z) / sqrt(k(x, x) k(z, z))."""
        return Normalized(self)

    def __add__(self, other: "Kernel | float") -> "Sum | Shifted":
        return Sum(self, other) if isinstance(other, Kernel) else Shifted(other, self)

    __radd__ = __add__

    def __mul__(self, other: "Kernel | float") -> "Product | Scaled":
        return Product(self, other) if isinstance(other, Kernel) else Scaled(other, self)

    __rmul__ = __mul__

    def __sklearn_clone__(self) -> Self:
        return self  # it never changes, so one is enough

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Return the fields by name, with ``deep`` also those inside them, as ``left__sigma``."""
        params = self._fields()
        if check_flag(deep, "deep"):
            for name, value in self._fields().items():
                inner = value.get_params() if isinstance(value, Kernel) else {}
                params |= {f"{name}__{key}": each for key, each in inner.items()}
        return params

    def with_params(self, **params: Any) -> Self:
        """Return a copy with some fields changed; ``left__sigma`` reaches into a kernel inside.

        >>> from kernelkit import Gaussian
        >>> Gaussian(sigma=1.0).with_params(sigma=2.0)
        Gaussian(sigma=2.0)
        """
        new = self._fields()
        for path, value in params.items():
            name, _, rest = path.partition("__")
            check_parameters(type(self), {name: value}, list(new))
            inner = new[name]
            if rest and not isinstance(inner, Kernel):
                kind = type(self).__name__
                message = f"of {kind} must be a kernel to have {rest}, got {shown(inner)}"
                raise InputError(name, message)
            new[name] = inner.with_params(**{rest: value}) if rest else value
        return type(self)(**new) if params else self

    def _fields(self) -> dict[str, Any]:
        """What the constructor takes, by name."""
        if not is_dataclass(self):
            return {}
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def _identity(self) -> tuple[Any, ...]:
        """What two equal kernels have in common."""
        has_own_fields = "__dataclass_fields__" in vars(type(self))
        return (type(self), frozenset(self._fields().items())) if has_own_fields else (id(self),)


class OwnKernel(Kernel):
    """A kernel of the library: it checks samples at its door, and what it computes is finite.

    Behind the door are ``_gram`` and ``_diagonal``, which take samples that were checked.
    """

    def __call__(self, X: Any, Z: Any = None) -> Matrix:
        return self._gram(*self._check(X, Z))

    def diagonal(self, X: Any) -> Vector:
        return self._diagonal(self._check(X)[0])

    def _check(self, X: Any, Z: Any = None) -> tuple[Any, Any]:
        """Two sets of samples of any kind; without Z the same one twice."""
        left = as_objects(X, "X")
        if left is None:
            return as_pair(X, Z)
        right = left if Z is None or Z is X else as_objects(Z, "Z")
        if right is None:
            got = f"must be a list of strings or objects like X, got {shown(Z)}"
            raise InputTypeError("Z", got)
        return left, right

    def _gram(self, X: Any, Z: Any) -> Matrix:
        """Gram matrix; of X with the very same X, exactly symmetric."""
        raise NotImplementedError

    def _diagonal(self, X: Any) -> Vector:
        raise NotImplementedError

    def _against(self, Z: Any) -> Callable[[Any], Matrix]:
        """Return the function that gives k(X, Z) for this Z, for those who ask with many X."""
        return lambda X: self._gram(X, Z)

    def _within_range(self, values: Any, finite: bool | None = None) -> Any:
        """Return the values, or say that they are beyond the largest number."""
        if not (np.isfinite(values).all() if finite is None else finite):
            lower = ", or its degree lowered" if hasattr(self, "degree") else ""
            beyond = f"a value is beyond the largest {values.dtype}"
            raise InputError("X", f"must be scaled down for {self!r}{lower}: {beyond}")
        return values


def check_kernel(kernel: Any, name: str = "kernel", *, precomputed: bool = False) -> None:
    """Refuse what is no kernel object, nor the word for a matrix that is there if that will do."""
    if isinstance(kernel, Kernel) or (precomputed and is_precomputed(kernel)):
        return
    word = "'precomputed' or " if precomputed else ""
    some = "Linear(), Polynomial(2), Gaussian() or Laplacian()"
    instead = ""
    if isinstance(kernel, str):
        instead = KERNEL_WORDS.get(kernel.lower(), "")
    elif isinstance(kernel, type):
        instead = f"{kernel.__name__}()" if issubclass(kernel, Kernel) else ""
    elif callable(kernel):
        instead = "Function(k) for a function k of two samples"
    hint = f"; write {instead}" if instead else ""
    raise InputTypeError(name, f"must be {word}a kernel such as {some}, got {shown(kernel)}{hint}")


def is_precomputed(kernel: Any) -> bool:
    """Whether this is the word for a Gram matrix in the place of samples."""
    return isinstance(kernel, str) and kernel == "precomputed"


def as_samples(X: Any, name: str = "X") -> Any:
    """What a kernel takes: a matrix of numbers, or an array of strings or of other objects."""
    samples = as_objects(X, name)
    return as_matrix(X, name) if samples is None else samples


def as_objects(X: Any, name: str = "X") -> npt.NDArray[Any] | None:
    """Samples that are no vectors, in a one-dimensional array; None if X holds numbers.

    Lists of lists and of tuples are taken for a matrix, unless they stand in an array of objects.
    """
    is_array = isinstance(X, np.ndarray) and X.ndim == 1 and X.dtype.kind in "OUT"
    if not (is_array or isinstance(X, list | tuple)) or len(X) == 0:
        return None
    if isinstance(X[0], str):
        return np.array(as_strings(X, name))
    of_numbers = X[0] is None or isinstance(X[0], numbers.Number | np.generic)
    vectors = not is_array and (isinstance(X[0], list | tuple) or hasattr(X[0], "__array__"))
    return None if of_numbers or vectors else np.fromiter(X, object, len(X))


def gram_of(kernel: Kernel, X: Any, Z: Any = None) -> Matrix:
    """Gram matrix of samples that were checked, by any kernel.

    What a reader's own kernel gives is checked: compiled code that compares numbers must not meet a
    NaN, nor a matrix of another shape.
    """
    Z = X if Z is None else Z
    if isinstance(kernel, OwnKernel) and _has_own_door(kernel) and _are_alike(X, Z):
        return kernel._gram(X, Z)
    K = check_values(kernel, kernel(X) if Z is X else kernel(X, Z), (len(X), len(Z)))
    return check_gram(K, f"the matrix of {kernel!r}") if Z is X else K


def rows_against(kernel: Kernel, Z: Any) -> Callable[[Any], Matrix]:
    """Return the function that gives ``gram_of(kernel, X, Z)`` for any X of the kind of Z."""
    if isinstance(kernel, OwnKernel) and _has_own_door(kernel) and _are_alike(Z, Z):
        return kernel._against(Z)
    return lambda X: gram_of(kernel, X, Z)


def diagonal_of(kernel: Kernel, X: Any) -> Vector:
    """The same for the values k(x, x)."""
    if isinstance(kernel, OwnKernel) and _has_own_door(kernel) and _are_alike(X, X):
        return kernel._diagonal(X)
    name = f"the diagonal of {kernel!r}"
    values = as_vector(kernel.diagonal(X), name)
    if len(values) != len(X):
        raise InputError(name, f"must hold {len(X)} values, one for each sample, got {len(values)}")
    return values


def check_values(kernel: Kernel, K: Any, shape: tuple[int, int]) -> Matrix:
    """Check values that a kernel gave: finite, and one for each pair of samples."""
    name = f"the matrix of {kernel!r}"
    K = as_matrix(K, name)
    if K.shape != shape:
        raise InputError(name, f"must have the shape {shape}, a value for each pair, got {K.shape}")
    return K


def _has_own_door(kernel: OwnKernel) -> bool:
    """Whether a kernel is called as the library's are; a reader's subclass may do otherwise."""
    door = type(kernel).__call__, type(kernel).diagonal
    return door == (OwnKernel.__call__, OwnKernel.diagonal)


def _are_alike(X: Any, Z: Any) -> bool:
    """Whether both are matrices of the same features and dtype: nothing is left to check."""
    return X.ndim == Z.ndim == 2 and (X.dtype, X.shape[1]) == (Z.dtype, Z.shape[1])


@dataclass(frozen=True, eq=False)
class Combined(OwnKernel):
    """Two kernels, or a number and a kernel, whose values are combined pair by pair."""

    operation: ClassVar[np.ufunc]

    def __post_init__(self) -> None:
        for field in fields(self):
            if field.type is Kernel:
                check_kernel(getattr(self, field.name), field.name)

    def _gram(self, X: Any, Z: Any) -> Matrix:
        return self._of_values(lambda kernel: gram_of(kernel, X, Z))

    def _diagonal(self, X: Any) -> Vector:
        return self._of_values(lambda kernel: diagonal_of(kernel, X))

    def _of_values(self, values: Callable[[Kernel], Any]) -> Any:
        with np.errstate(over="ignore"):
            parts = self._fields().values()
            left, right = (values(x) if isinstance(x, Kernel) else float(x) for x in parts)
            return self._within_range(self.operation(left, right))


@dataclass(frozen=True, eq=False)
class Sum(Combined):
    r"""Sum of two kernels, :math:`k_1(x, z) + k_2(x, z)`: feature vectors end to end."""

    operation = np.add
    left: Kernel
    right: Kernel


@dataclass(frozen=True, eq=False)
class Product(Combined):
    r"""Product of two kernels, :math:`k_1(x, z)\,k_2(x, z)`: all products of two features."""

    operation = np.multiply
    left: Kernel
    right: Kernel


@dataclass(frozen=True, eq=False)
class Scaled(Combined):
    r"""A multiple of a kernel, :math:`a\,k(x, z)` with a > 0: longer or shorter features."""

    operation = np.multiply
    factor: float
    kernel: Kernel

    def __post_init__(self) -> None:
        super().__post_init__()
        check_number(self.factor, "factor", above=0)


@dataclass(frozen=True, eq=False)
class Shifted(Combined):
    r"""A kernel plus a constant, :math:`k(x, z) + c` with c >= 0: one more feature, always √c.

    Its weight is a bias.

    >>> from kernelkit import Linear
    >>> (Linear() + 1.0)([[2.0], [3.0]]).tolist()
    [[5.0, 7.0], [7.0, 10.0]]
    """

    operation = np.add
    constant: float
    kernel: Kernel

    def __post_init__(self) -> None:
        super().__post_init__()
        check_number(self.constant, "constant", at_least=0)


@dataclass(frozen=True, eq=False)
class Normalized(OwnKernel):
    r"""Kernel of the directions, :math:`k(x, z) / \sqrt{k(x, x)\,k(z, z)}`.

    A sample whose feature vector is zero has no direction: its values are 0.
    """

    kernel: Kernel

    def __post_init__(self) -> None:
        check_kernel(self.kernel)

    def _gram(self, X: Any, Z: Any) -> Matrix:
        K = gram_of(self.kernel, X, Z)
        rows = K.diagonal().copy() if Z is X else diagonal_of(self.kernel, X)
        columns = rows if Z is X else diagonal_of(self.kernel, Z)
        if _without_digits(X, rows) or (Z is not X and _without_digits(Z, columns)):
            if K.dtype == np.float64:
                least = float(min(rows.min(), columns.min()))
                text = f"must be scaled up for {self!r}: k(x, x) = {least:g} is too small a number"
                raise InputError("X", text)
            wide = X.astype(np.float64)
            return self._gram(wide, wide if Z is X else Z.astype(np.float64)).astype(K.dtype)
        normalize_by(rows, columns, K)
        return K

    def _diagonal(self, X: Any) -> Vector:
        values = diagonal_of(self.kernel, X)
        return np.where(values > 0, 1.0, 0.0).astype(values.dtype)


def _without_digits(X: Any, values: Vector) -> bool:
    """Whether some k(x, x) are so small that they have few digits, or of tiny samples none."""
    info = np.finfo(values.dtype)
    if values.min(initial=np.inf) >= float(info.tiny / info.eps):
        return False
    if ((values > 0) & (values < float(info.tiny / info.eps))).any():
        return True
    if X.ndim == 1:  # strings or objects
        return False
    sizes = np.abs(X[values == 0]).max(axis=1)
    return bool(((sizes > 0) & (sizes < (1e-5 if values.dtype == np.float32 else 1e-30))).any())
