"""Bags of words and naive Bayes for scikit-learn's pipelines; lesson 09_naive_bayes."""

from dataclasses import dataclass
from typing import Any, ClassVar, Self

from sklearn.utils import Tags
from sklearn.utils.validation import check_is_fitted

from kernelkit.estimators._base import PosteriorClassifier, Transformer, query
from kernelkit.estimators._blocks import LearnsFromSums
from kernelkit.features import bag_of_words
from kernelkit.features.words import Vocabulary
from kernelkit.solvers.generative.naive_bayes import (
    WordCounts,
    check_counts,
    multinomial_from_counts,
    scores_of_counts,
    word_counts,
)
from kernelkit.solvers.results import check_fit
from kernelkit.validation import Integers, Matrix, naming


@dataclass(eq=False, repr=False)
class MultinomialNaiveBayes(LearnsFromSums, PosteriorClassifier):
    """Classify bags of words by the words of each class and Bayes' rule.

    Samples are counts of at least 0, whole or not, in an array or a SciPy sparse matrix, which
    stays sparse. ``partial_fit`` learns from blocks what ``fit`` learns from all at once.

    Word j moves the log odds between classes a and b by ``x[j] * (feature_log_prob_[a, j] -
    feature_log_prob_[b, j])``, as below.

    Parameters
    ----------
    smoothing : float, default 1.0
        Added to each count of a word in a class. With 0, maximum likelihood, a word that a class
        never had makes it impossible; a sample impossible in all classes gets their priors.

    Attributes
    ----------
    priors_ : array of shape (k,)
        The classes' shares of the samples.
    feature_log_prob_, feature_count_ : arrays of shape (k, d)
        Logarithms of the probabilities of words; how often each class has each word.

    Examples
    --------
    >>> from kernelkit.features import bag_of_words
    >>> messages = ["win a prize", "win now", "see you at home", "home now"]
    >>> counts, vocabulary = bag_of_words(messages)
    >>> model = MultinomialNaiveBayes().fit(counts, ["spam", "spam", "ham", "ham"])
    >>> new, _ = bag_of_words(["a prize at home, win now"], vocabulary)
    >>> model.predict(new).tolist()
    ['spam']
    >>> pull = new.toarray()[0] * (model.feature_log_prob_[1] - model.feature_log_prob_[0])
    >>> vocabulary[pull.argmax()], vocabulary[pull.argmin()]
    (np.str_('win'), np.str_('home'))
    """

    smoothing: float = 1.0

    _kinds: ClassVar = {"accept_sparse": True}

    def _sums_of(self, X: Any, codes: Integers, n_classes: int) -> WordCounts:
        return word_counts(check_counts(X), codes, n_classes)

    def _learn(self, sums: Any) -> None:
        check_fit(sums, WordCounts, "statistics", "statistics of a MultinomialNaiveBayes")
        names = self.classes_.tolist()
        self._result = result = multinomial_from_counts(sums, self.smoothing, names)
        self.priors_, self.feature_count_ = result.priors, result.word_counts
        self.feature_log_prob_ = result.log_probabilities

    def _scores(self, X: Any) -> Matrix:
        X = check_counts(query(self, X, accept_sparse=True))
        return scores_of_counts(X, self._result)

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.positive_only = True
        tags.classifier_tags.poor_score = True  # on blobs, whose distance from 0 says nothing
        return tags


@dataclass(eq=False, repr=False)
class BagOfWords(Transformer):
    """Turn messages into counts of the words of the training messages.

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

    def fit(self, X: Any, y: Any = None) -> Self:
        """Learn the vocabulary of messages."""
        self.fit_transform(X)
        return self

    @naming({"messages": "X"})
    def fit_transform(self, X: Any, y: Any = None) -> Any:
        """Learn the vocabulary of messages and count its words."""
        counts, self.vocabulary_ = bag_of_words(X)
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
