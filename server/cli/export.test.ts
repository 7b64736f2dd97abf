// export in every kind: the command on a real file, and what came of it opened by others.
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { read } from '@e965/xlsx'
import { unzipSync } from 'fflate'
import mammoth from 'mammoth'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { drawFile, thicket } from '../../fixtures/testing/commandLine.ts'
import { testFolder } from '../testing/serve.ts'
import { main } from './export.ts'

let folder = ''
beforeAll(() => {
  folder = testFolder()
  drawFile(folder, 'Study.qrk', 'quirk Trust\nsource Ana | I [trusted]Trust [him]"memo".\nsource Ben | No.')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const exported = async (...args: string[]) => {
  const before = readFileSync(join(folder, 'Study.qrk'))
  const ran = await thicket(folder, ['export', 'Study', ...args])
  expect(readFileSync(join(folder, 'Study.qrk')).equals(before)).toBe(true)
  return ran
}
const fileOf = (name: string) => readFileSync(join(folder, name))

describe('export', () => {
  it('writes workbooks, documents and tables, and says where, and what they cannot carry', async () => {
    for (const args of [
      ['--xlsx', 'out.xlsx'],
      ['--docx', 'out.docx'],
      ['--docx-each', 'out.zip'],
      ['--csv', 'codebook', 'codebook.csv'],
    ])
      expect(await exported(...args)).toEqual({
        code: 0,
        stdout: '',
        stderr: expect.stringMatching(/^Wrote .*\n {2}Not included: .*\n$/),
      })
    expect(read(fileOf('out.xlsx')).SheetNames).toEqual(['sources', 'quotes', 'quirks', 'memos', 'chat'])
    expect((await mammoth.extractRawText({ buffer: fileOf('out.docx') })).value).toContain('I trusted him.')
    expect(Object.keys(unzipSync(fileOf('out.zip')))).toEqual(['Ana.docx', 'Ben.docx'])
    expect(fileOf('codebook.csv').toString()).toMatch(/^\ufeffQuirk,Path,Level,.*\r\nTrust,Trust,1,/)
    expect(readdirSync(folder).filter((name) => name.startsWith('.') && name.endsWith('.part'))).toEqual([])
    const modes = ['out.xlsx', 'Study.qrk'].map((name) => statSync(join(folder, name)).mode)
    expect(modes[0]).toBe(modes[1])
  })

  it('prints to stdout', async () => {
    const { code, stdout, stderr } = await exported('--csv', 'memos', '-')
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout.split('\r\n')[1]).toMatch(/^memo,him,Ana,me,/)
  })

  it('writes again over what it wrote, never over a project, and nothing where it cannot', async () => {
    writeFileSync(join(folder, 'again.xlsx'), 'old')
    const again = await exported('--xlsx', 'again.xlsx')
    const over = await exported('--xlsx', 'Study.qrk')
    const nowhere = await exported('--docx', 'none/out.docx')
    expect(again.code).toBe(0)
    expect(read(fileOf('again.xlsx')).SheetNames).toHaveLength(5)
    expect(over).toMatchObject({ code: 1, stderr: expect.stringContaining('already') })
    expect(nowhere).toMatchObject({ code: 1, stderr: expect.stringContaining('none') })
  })

  it.each([
    [[]],
    [['--xlsx']],
    [['--xlsx', 'a.xlsx', '--docx', 'a.docx']],
    [['--csv', 'codebook']],
    [['--csv', 'toString', 'x.csv']],
    [['--xlsx', 'a.xlsx', 'b.xlsx']],
    [['--pdf', 'a.pdf']],
    [['--report', 'a.html']],
    [['--xlsx', 'new.qrk']],
  ])('is not understood: %j', async (args) => {
    const told = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    expect(await main(['Study', ...args], folder)).toBe(2)
    expect(told.mock.calls.join('')).toContain('thicket export --help says how')
    told.mockRestore()
  })
})
