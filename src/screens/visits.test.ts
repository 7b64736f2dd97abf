import { expect, test } from 'vitest'
import { nextVisit, type Visits } from './visits.ts'

test('1 §2: the history counter rises at the same path and begins anew at another', () => {
  const counts: number[] = []
  let visits: Visits = { path: '/projects', again: 0 }
  for (const path of ['/projects/4f', '/projects/4f', '/projects/4f', '/projects/4f/quirks', '/projects/4f']) {
    visits = nextVisit(visits, path)
    counts.push(visits.again)
  }
  expect(counts).toEqual([0, 1, 2, 0, 0])
})
