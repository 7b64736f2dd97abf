import { describe, expect, test } from 'vitest'
import { projectTitle } from '../../model/rules/projects/projectTitle.ts'
import { fileName, folderOf, hasFolder, inFolder, safePath, withSuffix } from './paths.ts'

describe('paths', () => {
  test.each([
    ['/home/ana/My study.qrk', 'My study.qrk', '/home/ana', 'My study'],
    ['C:\\Users\\Ana\\Study.QRK', 'Study.QRK', 'C:\\Users\\Ana', 'Study'],
    ['/Study.qrk', 'Study.qrk', '/', 'Study'],
  ])('%s', (path, name, folder, title) => {
    expect([fileName(path), folderOf(path), projectTitle(path)]).toEqual([name, folder, title])
  })

  test.each([
    ['Study', false],
    ['Interviews 1/2', true],
    ['a\\b', true],
    ['/home/ana/Study', false],
    ['C:\\Study', false],
  ])('whether %s names a folder along', (name, has) => {
    expect(hasFolder(name)).toBe(has)
  })

  test.each([
    ['/home/ana', 'Study.qrk', '/home/ana/Study.qrk'],
    ['/', 'Study.qrk', '/Study.qrk'],
    ['C:\\Users', 'Study.qrk', 'C:\\Users\\Study.qrk'],
    ['C:\\', 'Study.qrk', 'C:\\Study.qrk'],
    ['/home/ana', '/tmp/Study.qrk', '/tmp/Study.qrk'],
    ['/home/ana', '~/Study.qrk', '~/Study.qrk'],
    ['C:\\Users', 'D:\\Study.qrk', 'D:\\Study.qrk'],
  ])('%s and %s', (folder, name, path) => {
    expect(inFolder(folder, name)).toBe(path)
  })

  test('a new file has a name that any system takes, in the folder that was named', () => {
    expect(safePath('/home/a:b/Care: now?')).toBe('/home/a:b/Care- now-')
    expect(safePath('C:\\Work\\con')).toBe('C:\\Work\\con-')
    expect(safePath('/home/ana/...')).toBe('')
  })

  test('2 §4: .qrk is added if missing', () => {
    expect(['Study', 'Study.qrk', 'Study.QRK', 'a.b'].map(withSuffix)).toEqual([
      'Study.qrk',
      'Study.qrk',
      'Study.QRK',
      'a.b.qrk',
    ])
  })
})
