import { expect, test } from 'vitest'
import { takeLaunch } from './launch.ts'

test.each([
  ['#launch=abc-DEF_1', 'abc-DEF_1', '#/'],
  ['#launch=abc/projects/4f', 'abc', '#/projects/4f'],
  ['#launch=abc&/projects/4f', 'abc', '#/projects/4f'],
  ['#/projects/launch=abc', null, '#/projects/launch=abc'],
  ['', null, ''],
])('%s holds the secret %s and goes on to %s', (given, secret, hash) => {
  expect(takeLaunch(given)).toEqual({ secret, hash })
})
