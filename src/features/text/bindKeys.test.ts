import type { EditorView } from '@codemirror/view'
import { expect, test } from 'vitest'
import { bindKeys } from './bindKeys.ts'

const view = {} as EditorView
const pressed = (key: string, held: { shiftKey?: boolean; altGraph?: boolean } = {}) => {
  const { shiftKey = false, altGraph = false } = held
  const letter = { key, code: `Key${key.toUpperCase()}`, ctrlKey: true, metaKey: false, altKey: altGraph, shiftKey }
  return { ...letter, getModifierState: () => altGraph } as unknown as KeyboardEvent
}
const does = (id: 'find' | 'undoTyping' | 'redoTyping' | 'copyReference', event: KeyboardEvent) =>
  bindKeys(id, () => true).some(({ any }) => any?.(view, event))

test('with Caps Lock on, Shift still tells one shortcut from another', () => {
  for (const key of ['f', 'F']) {
    expect(does('find', pressed(key))).toBe(true)
    expect(does('find', pressed(key, { shiftKey: true }))).toBe(false)
  }
  for (const key of ['z', 'Z']) {
    expect(does('undoTyping', pressed(key, { shiftKey: true }))).toBe(false)
    expect(does('redoTyping', pressed(key, { shiftKey: true }))).toBe(true)
  }
})

test('a letter that AltGr types is no shortcut', () => {
  expect(does('copyReference', pressed('c', { altGraph: true }))).toBe(false)
})
