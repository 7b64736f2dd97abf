import { expect, test } from 'vitest'
import { forgetProjects, keepOpened, keepProjects, keptProjects } from './keptProjects.ts'
import { keep } from './keptText.ts'

const list = [{ project_uuid: '1', name: 'Study', modified: 5 }]

test('the list is the account’s that has seen it, until the session ends', () => {
  expect(keptProjects('ana')).toBe(null)
  keepProjects('ana', list)
  expect(keptProjects('ana')).toEqual(list)
  expect(keptProjects('ben')).toBe(null)
  forgetProjects()
  expect(keptProjects('ana')).toBe(null)
})

test('a project that was just made is on it, once', () => {
  const made = { project_uuid: '2', name: 'Made', modified: 6 }
  forgetProjects()
  keepOpened('ana', made)
  expect(keptProjects('ana')).toEqual([made])
  keepProjects('ana', list)
  for (const project of [made, { ...made, modified: 7 }]) keepOpened('ana', project)
  expect(keptProjects('ana')).toEqual([made, ...list])
  forgetProjects()
})

test('what is no list is none', () => {
  for (const text of ['{', '5', '{"account":"ana"}', '{"account":"ana","projects":{}}']) {
    keep('thicket:projects:/web/api', text)
    expect(keptProjects('ana')).toBe(null)
  }
})
