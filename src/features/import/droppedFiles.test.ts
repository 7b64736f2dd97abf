import { expect, test } from 'vitest'
import { droppedFiles, pathOf } from './droppedFiles.ts'

/** As browsers give them: a hundred entries at a time, then none. */
function folder(fullPath: string, entries: readonly unknown[]) {
  const createReader = () => {
    let from = 0
    return {
      readEntries(give: (part: readonly unknown[]) => void) {
        const part = entries.slice(from, from + 100)
        from += part.length
        setTimeout(() => give(part))
      },
    }
  }
  return { isFile: false, isDirectory: true, name: fullPath.split('/').at(-1), fullPath, createReader }
}

function file(fullPath: string, isGone = false) {
  const name = fullPath.split('/').at(-1) ?? ''
  const give = (take: (file: File) => void, fail: () => void) => (isGone ? fail() : take(new File(['x'], name)))
  return { isFile: true, isDirectory: false, name, fullPath, file: give }
}

/** A drop of these; null: something that is no file, as a text. */
const drop = (...entries: readonly unknown[]): DataTransfer => {
  const items = entries.map((entry) => ({ webkitGetAsEntry: () => entry }))
  return { items, files: [new File([], 'plain.txt')] } as unknown as DataTransfer
}

const names = async (data: DataTransfer) => (await droppedFiles(data)).map(({ name }) => name)

test('a folder of more files than are given at once comes whole, in the order of their paths', async () => {
  const many = Array.from({ length: 250 }, (_, at) => file(`/study/P${250 - at}.txt`))
  expect(await names(drop(folder('/study', many)))).toEqual(many.map((_, at) => `P${at + 1}.txt`))
})

test('folders in folders are taken too; hidden ones and hidden files in them are left out, as are files that are gone', async () => {
  const study = folder('/study', [
    folder('/study/second', [file('/study/second/b.txt')]),
    folder('/study/.git', [file('/study/.git/config')]),
    folder('/study/empty', []),
    ...['.DS_Store', 'Thumbs.db', 'desktop.ini', '._b.txt', '.b.txt'].map((name) => file(`/study/${name}`)),
    file('/study/gone.txt', true),
  ])
  expect(await names(drop(file('/z.txt'), file('/.b.txt'), study, null))).toEqual(['.b.txt', 'b.txt', 'z.txt'])
})

test('a file of a folder knows its path, one that is dropped itself its name', async () => {
  const study = folder('/study', [folder('/study/second', [file('/study/second/b.txt')])])
  expect((await droppedFiles(drop(file('/z.txt'), study))).map(pathOf)).toEqual(['study/second/b.txt', 'z.txt'])
})

test('what is given without entries is taken as files', async () => {
  expect(await names(drop(null))).toEqual(['plain.txt'])
})
