"""Bags of words as a scikit-learn transformer; lesson 09_naive_bayes."""

from dataclasses import dataclass
from typing import Any, Self

from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils import Tags
from sklearn.utils.validation import check_is_fitted

from kernelkit.features import bag_of_words
from kernelkit.features.words import Vocabulary
from kernelkit.validation import naming

__all__ = ["BagOfWords"]


@dataclass(eq=False, repr=False)
class BagOfWords(TransformerMixin, BaseEstimator):
    """Turn messages into counts of the words of the training messages.

    Parameters
    ----------
    min_count : int, default 1
        How often the training messages together must have a word for it to count.

    Attributes
    ----------
    vocabulary_ : array of str
        The word of each column, in the order of the alphabet.

    Examples
    --------
    >>> from sklearn.pipeline import make_pipeline
    >>> from kernelkit import MultinomialNaiveBayes
    >>> model = make_pipeline(BagOfWords(), MultinomialNaiveBayes())
    >>> model.fit(["win a prize", "see you at home"], ["spam", "ham"])
    Pipeline(steps=[('bagofwords', BagOfWords()),
                    ('multinomialnaivebayes', MultinomialNaiveBayes())])
    >>> model.predict(["a prize, unseen words", "home"]).tolist()
    ['spam', 'ham']
    """

    min_count: int = 1

    def fit(self, X: Any, y: Any = None) -> Self:
        """Learn the vocabulary of messages."""
        self.fit_transform(X)
        return self

    @naming({"messages": "X"})
    def fit_transform(self, X: Any, y: Any = None) -> Any:
        """Learn the vocabulary of messages and count its words."""
        counts, self.vocabulary_ = bag_of_words(X, min_count=self.min_count)
        return counts

    @naming({"messages": "X"})
    def transform(self, X: Any) -> Any:
        """Count the words of the vocabulary in messages: a sparse matrix (CSR)."""
        check_is_fitted(self)
        return bag_of_words(X, self.vocabulary_)[0]

    def get_feature_names_out(self, input_features: Any = None) -> Vocabulary:
        """The word of each column."""
        check_is_fitted(self)
        return self.vocabulary_.astype(object)

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.string = True
        tags.input_tags.two_d_array = False
        return tags
