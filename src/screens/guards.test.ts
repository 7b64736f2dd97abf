import { describe, expect, test } from 'vitest'
import { activeSource, redirect } from './guards.ts'

const wide = { narrow: false }
const narrow = { narrow: true }

describe('1 §2, route guards', () => {
  test('local mode has no landing page: / is the list of projects', () => {
    expect(redirect('/', '', wide)).toBe('/projects')
    expect(redirect('/', '', narrow)).toBe('/projects')
  })

  test.each(['sources', 'users', 'settings'])(
    'desktop: a path under a project that ends in %s is the project',
    (child) => {
      expect(redirect(`/projects/4f/${child}`, '', wide)).toBe('/projects/4f')
      expect(redirect(`/projects/4f/${child}`, 'activeSource=3', wide)).toBe('/projects/4f?activeSource=3')
      expect(redirect(`/projects/4f/${child}`, '', narrow)).toBeNull()
    },
  )

  test('desktop: a sourceId is the project with that source', () => {
    expect(redirect('/projects/4f/sources/17', '', wide)).toBe('/projects/4f?activeSource=17')
    expect(redirect('/projects/4f/sources/1&quirkId=2', '', wide)).toBe('/projects/4f?activeSource=1%26quirkId%3D2')
  })

  test.each(['/projects', '/projects/create', '/projects/4f', '/gallery', '/projects/4f/sources/17/more', '/nowhere'])(
    '%s stays',
    (path) => {
      expect(redirect(path, '', wide)).toBeNull()
    },
  )

  test('a slash at the end is left out, and no redirect leads to another one for ever', () => {
    expect(redirect('/projects/4f/', 'a=1', wide)).toBe('/projects/4f?a=1')
    for (const start of ['/', '//', '/projects/4f/settings/', '/projects/4f/sources/3/']) {
      let at: string | null = start
      for (let hop = 0; at !== null; hop++) {
        expect(hop).toBeLessThan(4)
        const [path = '', search = ''] = at.split('?')
        at = redirect(path, search, wide)
      }
    }
  })
})

test.each([
  ['activeSource=17', 17],
  ['quirkId=2&activeSource=3', 3],
  ['activeSource=-1', null],
  ['activeSource=x', null],
  ['', null],
])('%s asks for the source %s', (search, id) => {
  expect(activeSource(search)).toBe(id)
})
