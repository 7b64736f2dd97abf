import { expect, test } from 'vitest'
import { t } from '../../i18n/i18n.ts'
import { whereTo } from './whereTo.ts'

test.each([
  ['a.qrk', true, 'A project of Thicket opens from the list of projects, with “Open a file”.'],
  ['a.QRK', false, 'A project of Thicket is uploaded from the list of projects, with “Upload a project”.'],
  [
    'a.json',
    true,
    'A project of Thicket as .json becomes a project again from the list of projects, with “Import project”.',
  ],
  ['a.json', false, 'A project of Thicket is uploaded from the list of projects, with “Upload a project”.'],
  ['project.qde', true, 'A .qde is the inner part of a .qdpx: import that .qdpx.'],
  [
    'study.nvpx',
    true,
    'NVivo keeps its projects in a format of its own. In NVivo, export the project as REFI-QDA (.qdpx), and import that.',
  ],
  ['Ana.DOC', true, 'Open it in its program, save it as .docx, and import that.'],
  ['photo.heic', true, null],
  ['json', true, null],
])('a file that cannot be imported says where it belongs: %s, on this machine: %s', (name, onFiles, said) => {
  expect(whereTo(t, name, onFiles)).toBe(said)
})
