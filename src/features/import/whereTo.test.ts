import { expect, test } from 'vitest'
import { t } from '../../i18n/i18n.ts'
import { whereTo } from './whereTo.ts'

test.each([
  ['a.qrk', true, 'Open a Thicket project from the list of projects, with “Open a file”.'],
  ['a.QRK', false, 'Upload a Thicket project from the list of projects, with “Upload a project”.'],
  ['a.json', true, 'Import a Thicket project (.json) from the list of projects, with “Import project”.'],
  ['a.json', false, 'Upload a Thicket project from the list of projects, with “Upload a project”.'],
  ['project.qde', true, 'A .qde is part of a .qdpx file: import that file.'],
  [
    'study.nvpx',
    true,
    'NVivo has its own project format. In NVivo, export the project as REFI-QDA (.qdpx), and import that.',
  ],
  ['Ana.DOC', true, 'Open the file in its program, save it as .docx, and import that.'],
  ['photo.heic', true, null],
  ['json', true, null],
])('a file that cannot be imported says where it belongs: %s, on this machine: %s', (name, onFiles, said) => {
  expect(whereTo(t, name, onFiles)).toBe(said)
})
