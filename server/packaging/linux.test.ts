import { expect, it } from 'vitest'
import { placesOf } from './install.ts'
import { desktopEntry, fileTypes } from './linux.ts'

const words = {
  en: { tagline: 'Read closely.', project: 'Thicket project', refiProject: 'QDA project' },
  fr: { tagline: 'Lire\nde près', project: 'Projet « <Thicket> »', refiProject: 'Projet QDA' },
}

it('the entry of the menu names the program as the specification quotes it, whatever its path holds', () => {
  const line = (key: string, path: string) =>
    desktopEntry(path, words)
      .split('\n')
      .find((each) => each.startsWith(`${key}=`))
  expect(line('Exec', '/home/ana/.local/bin/thicket')).toBe('Exec="/home/ana/.local/bin/thicket" --desktop %f')
  expect(line('Exec', '/a b/50%"$`')).toBe('Exec="/a b/50%%\\\\"\\\\$\\\\`" --desktop %f')
  expect(line('Exec', '/a\\b')).toBe('Exec="/a\\\\\\\\b" --desktop %f')
  expect(line('TryExec', '/a\\b')).toBe('TryExec=/a\\\\b')
  expect(desktopEntry('/x', words)).toContain('\nComment=Read closely.\nComment[fr]=Lire\\nde près\n')
})

it('the types of files have their suffixes, and names in each language', () => {
  const text = fileTypes(words)
  expect(text).toContain('<glob pattern="*.qrk"/>')
  expect(text).toContain('<glob pattern="*.qdpx"/>')
  expect(text).toContain('<comment xml:lang="fr">Projet « &lt;Thicket&gt; »</comment>')
})

it('it is installed where the person’s programs and data are', () => {
  expect(placesOf('/home/ana', {}).entry).toBe('/home/ana/.local/share/applications/thicket.desktop')
  expect(placesOf('/home/ana', { XDG_DATA_HOME: '/d' }).types).toBe('/d/mime/packages/thicket.xml')
  // The specification: what is not absolute is to be ignored.
  expect(placesOf('/home/ana', { XDG_DATA_HOME: 'd' }).data).toBe('/home/ana/.local/share')
})
