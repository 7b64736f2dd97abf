import { describe, expect, test } from 'vitest'
import { activeSource, handedOn, isAuthRequired, redirect, type Surroundings, treeQuirk, wayBack } from './guards.ts'

const desk = { mobile: false, signedIn: null, asksActivation: false }
const phone = { mobile: true, signedIn: null, asksActivation: false }

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

describe('1 §2, route guards of the desktop', () => {
  test('local mode has no landing page: / is the list of projects', () => {
    expect(redirect('/', '', desk)).toBe('/projects')
    expect(redirect('/', '', phone)).toBe('/projects')
  })

  test.each(['sources', 'users', 'settings'])('a path under a project that ends in %s is the project', (child) => {
    expect(redirect(`/projects/4f/${child}`, '', desk)).toBe('/projects/4f')
    expect(redirect(`/projects/4f/${child}`, 'activeSource=3', desk)).toBe('/projects/4f?activeSource=3')
  })

  test('a sourceId is the project with that source', () => {
    expect(redirect('/projects/4f/sources/17', '', desk)).toBe('/projects/4f?activeSource=17')
    expect(redirect('/projects/4f/sources/1&quirkId=2', '', desk)).toBe('/projects/4f?activeSource=1%26quirkId%3D2')
    expect(redirect('/projects/4f/sources/last', '', desk)).toBe('/projects/4f')
  })

  test('a quirkId is the tree of that quirk, and the list of quirks has another name', () => {
    expect(redirect('/projects/4f/quirks/12', '', desk)).toBe('/projects/4f/tree?quirkId=12')
    expect(redirect('/projects/4f/quirks', '', desk)).toBe('/projects/4f/list')
    expect(redirect('/projects/4f/quirks', 'quirkId=12', desk)).toBe('/projects/4f/list?quirkId=12')
  })

  test.each([
    '/projects',
    '/projects/create',
    '/projects/4f',
    '/projects/4f/tree',
    '/gallery',
    '/projects/4f/sources/17/more',
    '/nowhere',
  ])('%s stays', (path) => {
    expect(redirect(path, '', desk)).toBeNull()
  })
})

describe('1 §2, route guards of the phone', () => {
  test('the list of quirks has another name', () => {
    expect(redirect('/projects/4f/list', '', phone)).toBe('/projects/4f/quirks')
  })

  test.each(['overlap', 'query', 'sort'])('a path with %s is the source with the highest id', (child) => {
    expect(redirect(`/projects/4f/${child}`, '', phone)).toBe('/projects/4f/sources/highest')
  })

  test('a quirkId query on a project is that quirk, whatever the view', () => {
    for (const path of ['/projects/4f', '/projects/4f/tree', '/projects/4f/overlap'])
      expect(settled(path, 'quirkId=12', phone)).toBe('/projects/4f/quirks/12')
  })

  test('without a source it is the last one', () => {
    expect(redirect('/projects/4f', '', phone)).toBe('/projects/4f/sources/last')
    expect(redirect('/projects/4f', 'activeSource=3', phone)).toBe('/projects/4f/sources/3')
  })

  test.each([
    '/projects',
    '/projects/create',
    '/projects/4f/quirks',
    '/projects/4f/quirks/12',
    '/projects/4f/settings',
    '/projects/4f/sources',
    '/projects/4f/sources/3',
    '/projects/4f/sources/last',
  ])('%s stays', (path) => {
    expect(redirect(path, '', phone)).toBeNull()
  })
})

describe('2 §2, guards of accounts', () => {
  const out = { mobile: false, signedIn: false, asksActivation: false }
  const inside = { mobile: false, signedIn: true, asksActivation: false }

  test.each([
    ['/projects', '', '/?redirectUrl=%2Fprojects'],
    ['/projects/4f', 'activeSource=3', '/?redirectUrl=%2Fprojects%2F4f%3FactiveSource%3D3'],
    ['/account', '', '/?redirectUrl=%2Faccount'],
  ])('nobody is signed in: %s?%s leads to the way in, and is remembered', (path, search, target) => {
    expect(redirect(path, search, out)).toBe(target)
    expect(isAuthRequired(target)).toBe(true)
  })

  test.each(['/nowhere', '/buy/cloud', '/projectsx'])('%s is not found, whoever asks', (path) => {
    for (const surroundings of [out, inside]) expect(redirect(path, 'a=1', surroundings)).toBeNull()
  })

  test.each(['/', '/reset'])('%s can be seen by anybody', (path) => {
    for (const search of ['', 'redirectUrl=%2Fprojects', 'link=abc', 'invitation=abc'])
      expect(redirect(path, search, out)).toBeNull()
  })

  test('who is signed in is shown the projects in place of the landing page', () => {
    expect(redirect('/', '', inside)).toBe('/projects')
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
    for (const surroundings of [out, inside, { ...out, mobile: true }, { ...inside, mobile: true }])
      for (const path of ['/', '/projects', '/projects/4f/', '/projects/4f/users', '/reset', '/account', '//'])
        for (const search of ['', 'redirectUrl=%2F%3FredirectUrl%3D%252F', 'redirectUrl=%2Fprojects%2F4f%2Flist'])
          settled(path, search, surroundings)
  })
})

describe('2 §2, the guard of a trial', () => {
  const asked = { ...desk, asksActivation: true }

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

  test('/activation stays, asked for or not, and no redirect leads in a circle', () => {
    for (const surroundings of [asked, desk])
      expect(redirect('/activation', 'redirectUrl=%2F', surroundings)).toBeNull()
    for (const path of ['/', '/projects/4f/users', '/activation/', '/nowhere', '//'])
      for (const search of ['', 'redirectUrl=%2Factivation']) settled(path, search, asked)
  })

  test('only pages of ours are gone to afterwards', () => {
    for (const wanted of ['https://elsewhere.example/projects', '//elsewhere.example', '/activation', '/nowhere'])
      expect(wayBack(`redirectUrl=${encodeURIComponent(wanted)}`)).toBeNull()
  })
})

test('a slash at the end is left out, and no redirect leads to another one for ever', () => {
  expect(redirect('/projects/4f/', 'a=1', desk)).toBe('/projects/4f?a=1')
  const ends = [
    '',
    '/',
    '//',
    '/list',
    '/tree',
    '/sort',
    '/settings/',
    '/sources/3/',
    '/quirks/',
    '/quirks/3',
    '/sources/last',
  ]
  for (const end of ends)
    for (const search of ['', 'quirkId=3', 'activeSource=3', 'quirkId=', 'activeSource=x'])
      for (const surroundings of [desk, phone]) settled(`/projects/4f${end}`, search, surroundings)
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

test.each([
  ['quirkId=17', 17],
  ['activeSource=2&quirkId=3', 3],
  ['quirkId=x', null],
  ['', null],
])('%s asks for the tree of the quirk %s', (search, id) => {
  expect(treeQuirk(search)).toBe(id)
})
