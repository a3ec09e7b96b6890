"""Provide what the exercises of a lesson build and its later cells use, for the student edition.

A lesson keeps running there whether or not its exercises are solved. The checks compare answers
with the same functions. Each docstring names the exercise that its function answers; the lesson
explains it.
"""

from tttlearn.course.articles.antirez.targets import program_delta as delta
from tttlearn.course.articles.shares import wilson
from tttlearn.course.exercises.built_01 import *
from tttlearn.course.exercises.built_02 import *
from tttlearn.course.exercises.built_03 import *
from tttlearn.course.exercises.built_04 import *
from tttlearn.course.exercises.built_06 import *
from tttlearn.course.exercises.built_07 import *
from tttlearn.course.exercises.built_08 import *
from tttlearn.course.exercises.built_09 import *
from tttlearn.course.exercises.built_10 import *
from tttlearn.course.exercises.built_11 import *
from tttlearn.course.exercises.built_12 import *
