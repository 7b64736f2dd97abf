import { describe, expect, test } from 'vitest'
import { handedOn, isAuthRequired, redirect, type Surroundings, wayBack } from './guards.ts'

const alone = { signedIn: null, asksActivation: false }

/** Where an address ends up; fails when redirects lead in a circle. */
function settled(path: string, search: string, surroundings: Surroundings): string {
  let at = search ? `${path}?${search}` : path
  for (let hop = 0; ; hop++) {
    expect(hop).toBeLessThan(4)
    const [now = '', query = ''] = at.split('?')
    const next = redirect(now, query, surroundings)
    if (next === null) return at
    at = next
  }
}

describe('1 §2, where there are no accounts', () => {
  test('local mode has no landing page: / is the list of projects', () => {
    expect(redirect('/', '', alone)).toBe('/projects')
  })

  test.each(['/projects', '/projects/create', '/projects/4f', '/gallery', '/projects/4f/sources/17/more', '/nowhere'])(
    '%s stays',
    (path) => {
      expect(redirect(path, '', alone)).toBeNull()
    },
  )
})

describe('2 §2, guards of accounts', () => {
  const out = { signedIn: false, asksActivation: false }
  const inside = { signedIn: true, asksActivation: false }

  test.each([
    ['/projects', '', '/?redirectUrl=%2Fprojects'],
    ['/projects/4f', 'activeSource=3', '/?redirectUrl=%2Fprojects%2F4f%3FactiveSource%3D3'],
    ['/account', '', '/?redirectUrl=%2Faccount'],
  ])('nobody is signed in: %s?%s leads to the way in, and is remembered', (path, search, target) => {
    expect(redirect(path, search, out)).toBe(target)
    expect(isAuthRequired(target)).toBe(true)
  })

  test.each(['/nowhere', '/buy/cloud', '/projectsx'])('%s stays, whoever asks', (path) => {
    for (const surroundings of [out, inside]) expect(redirect(path, 'a=1', surroundings)).toBeNull()
  })

  test.each(['/', '/reset', '/sign-in', '/signed-in'])('%s can be seen by anybody', (path) => {
    for (const search of ['', 'redirectUrl=%2Fprojects', 'link=abc', 'invitation=abc'])
      expect(redirect(path, search, out)).toBeNull()
  })

  test('who is signed in is shown the projects in place of the landing page', () => {
    expect(redirect('/', '', inside)).toBe('/projects')
    expect(redirect('/sign-in', 'password', inside)).toBe('/projects')
    expect(redirect('/', 'invitation=abc', inside)).toBeNull()
    expect(redirect('/', 'invitation=', inside)).toBe('/projects')
    expect(isAuthRequired('/projects')).toBe(false)
  })

  test('after signing in one is where one wanted to go', () => {
    for (const wanted of ['/projects/4f?activeSource=3', '/account', '/projects?a=%25'])
      expect(redirect('/', `redirectUrl=${encodeURIComponent(wanted)}`, inside)).toBe(wanted)
  })

  test.each([
    'https://elsewhere.example/projects',
    '//elsewhere.example/projects',
    '/projectsx',
    'javascript:x',
    '/',
    '%',
  ])('only pages of ours are gone to: %s is not', (wanted) => {
    expect(redirect('/', `redirectUrl=${encodeURIComponent(wanted)}`, inside)).toBe('/projects')
  })

  test.each([
    ['', ''],
    ['register=1&redirectUrl=%2Fprojects%2F4f', 'redirectUrl=%2Fprojects%2F4f'],
    ['invitation=a-b', 'signIn=1&invitation=a-b'],
    ['signIn=1&invitation=a-b', 'signIn=1&invitation=a-b'],
    ['link=abc', ''],
  ])('of ?%s the ways in hand on %s, with which one is where one wanted to go', (search, handed) => {
    expect(handedOn(search)).toBe(handed)
    if (handed.includes('invitation')) expect(redirect('/', handed, inside)).toBeNull()
  })

  test('no redirect leads in a circle', () => {
    for (const surroundings of [out, inside])
      for (const path of ['/', '/projects', '/projects/4f/', '/projects/4f/users', '/reset', '/account', '//'])
        for (const search of ['', 'redirectUrl=%2F%3FredirectUrl%3D%252F', 'redirectUrl=%2Fprojects%2F4f%2Flist'])
          settled(path, search, surroundings)
  })
})

describe('2 §2, the guard of a trial', () => {
  const asked = { ...alone, asksActivation: true }

  test.each(['/', '/projects', '/projects/'])('%s leads to /activation', (path) => {
    expect(redirect(path, '', asked)).toBe('/activation')
  })

  test.each([
    ['/projects/4f', 'activeSource=3'],
    ['/projects/create', ''],
    ['/projects', 'import=a'],
  ])('%s?%s leads there too, and is where one is afterwards', (path, search) => {
    const target = redirect(path, search, asked) ?? ''
    expect(target.split('?')[0]).toBe('/activation')
    expect(isAuthRequired(target)).toBe(false)
    expect(wayBack(target.split('?')[1] ?? '')).toBe(search ? `${path}?${search}` : path)
  })

  test('the guide can be read before it is activated, and without an account', () => {
    for (const path of ['/guide', '/guide/coding/undo']) {
      expect(redirect(path, '', asked)).toBeNull()
      expect(redirect(path, '', { signedIn: false, asksActivation: false })).toBeNull()
    }
  })

  test('/activation stays, asked for or not, and no redirect leads in a circle', () => {
    for (const surroundings of [asked, alone])
      expect(redirect('/activation', 'redirectUrl=%2F', surroundings)).toBeNull()
    for (const path of ['/', '/projects/4f/users', '/activation/', '/nowhere', '//'])
      for (const search of ['', 'redirectUrl=%2Factivation']) settled(path, search, asked)
  })

  test('only pages of ours are gone to afterwards', () => {
    for (const wanted of ['https://elsewhere.example/projects', '//elsewhere.example', '/activation', '/nowhere'])
      expect(wayBack(`redirectUrl=${encodeURIComponent(wanted)}`)).toBeNull()
  })
})

test('a slash at the end is left out', () => {
  expect(redirect('/projects/4f/', 'a=1', alone)).toBe('/projects/4f?a=1')
  for (const path of ['/projects/4f//', '/projects/4f/sources/3/', '//']) settled(path, 'a=1', alone)
})
