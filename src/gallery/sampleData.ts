import type { Emojis } from '../features/groups/emojisIn.ts'

/** What the gallery shows: made up, the same on every visit. */
export const quirks = [
  { title: 'Trust', colour: 'teal', count: 42, children: [{ title: 'Letters', colour: 'sky', count: 7 }] },
  { title: 'Doubt', colour: 'orange', count: 17, children: [] },
  { title: 'Leaving home', colour: 'violet', count: 28, children: [{ title: 'Trains', colour: 'orchid', count: 9 }] },
  { title: 'Work', colour: 'green', count: 5, children: [] },
  { title: 'Silence', colour: 'red', count: 1, children: [] },
] as const

export const sources = [
  { id: 'anna', title: 'Anna, 1962' },
  { id: 'josef', title: 'Josef, second interview' },
  { id: 'letters', title: 'Letters from the harbour, box 4' },
  { id: 'maria', title: 'Maria' },
  { id: 'field', title: 'Field notes, winter' },
] as const

export const passage = [
  { text: 'I trusted him from the first day, ', quirk: null },
  { text: 'because he wrote every week', quirk: 'teal' },
  { text: ' and never once asked for the money. Then ', quirk: null },
  { text: 'the letters stopped', quirk: 'orange' },
  {
    text: ', and we all pretended not to notice. My sister said that the post was slow in winter. My father said nothing at all, and went down to the yard as he always did when there was something to be said.',
    quirk: null,
  },
] as const

export const manyRows = Array.from({ length: 20_000 }, (_, at) => ({
  id: at + 1,
  title: `${sources[at % sources.length]?.title ?? ''} ${at + 1}`,
}))

export const groups = [
  { id: 1, name: '🌱 Beginnings', quirks: 7 },
  { id: 2, name: '💔 Endings', quirks: 1 },
  { id: 3, name: 'Wave 2 of the interviews, winter', quirks: 24 },
  { id: 4, name: 'Donaudampfschifffahrtsgesellschaftskapitänswitwenerinnerungen', quirks: 0 },
  { id: 5, name: 'Fathers', quirks: 3 },
  { id: 6, name: 'Mothers', quirks: 9 },
  { id: 7, name: 'To discuss on Thursday', quirks: 12 },
  { id: 8, name: '✍️ In vivo', quirks: 118 },
  { id: 9, name: 'Theory', quirks: 5 },
] as const

/** A handful, as the picker gets them. */
export const emojis: Emojis = {
  locale: 'en',
  categories: [
    { index: 0, label: 'Nature' },
    { index: 1, label: 'Objects' },
  ],
  emojis: [...'🌱🌊🌿🍂🔥⭐💬✏🔑🧭📎🕰'].map((emoji, at) => ({
    ...{ emoji, category: at < 6 ? 0 : 1, label: `emoji ${at + 1}`, version: 1, tags: [] },
  })),
  skinTones: {
    light: 'light',
    'medium-light': 'medium light',
    medium: 'medium',
    'medium-dark': 'medium dark',
    dark: 'dark',
  },
}
