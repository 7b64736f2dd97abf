import { expect, test } from 'vitest'
import { keptCaches, requestKindOf } from './requestKind.ts'

const scope = 'https://thicket.example/desk/web/'

test.each([
  ['GET', '', 'navigate', 'document'],
  ['GET', '?from=mail', 'navigate', 'document'],
  ['HEAD', '', 'cors', null],
  ['GET', '', 'cors', null],
  ['GET', 'report', 'navigate', null],
  ['GET', 'source.zip', 'navigate', null],
  ['GET', 'assets/abc/main.js', 'cors', 'asset'],
  ['GET', 'assets/abc/main.js', 'navigate', null],
  ['GET', 'api/v2/projects', 'cors', null],
  ['POST', 'api/v2/auth/login', 'cors', null],
  ['GET', 'offline.js', 'same-origin', null],
] as const)('%s %s (%s) is a request of kind %s', (method, path, mode, kind) => {
  expect(requestKindOf({ method, url: scope + path, mode }, scope)).toBe(kind)
})

test.each([
  'https://thicket.example/desk/v1/thicket/ticket',
  'https://thicket.example/web/assets/abc/main.js',
  'https://thicket.example/other/web/',
  'https://elsewhere.example/desk/web/assets/abc/main.js',
])('%s is none of its own', (url) => {
  for (const mode of ['navigate', 'cors']) expect(requestKindOf({ method: 'GET', url, mode }, scope)).toBe(null)
})

test('the caches of this build and of the one before stay; those of another Thicket on the host are not looked at', () => {
  const names = ['thicket:/a/:1', 'thicket:/desk/:1', 'thicket:/desk/:2', 'thicket:/a/:9', 'thicket:/desk/:3']
  expect([...keptCaches(names, 'thicket:/desk/:', '3')]).toEqual(['thicket:/desk/:3', 'thicket:/desk/:2'])
  // Back to a build of before.
  expect([...keptCaches(names, 'thicket:/desk/:', '2')]).toEqual(['thicket:/desk/:2', 'thicket:/desk/:3'])
  expect([...keptCaches([], 'thicket:/desk/:', '1')]).toEqual(['thicket:/desk/:1'])
})
