/**
 * The emojis with their names in a language, from the two files of emojibase-data that the build lays beside the program; no
 * other server is asked. Rejects when they cannot be fetched.
 */
import { createEmojiDataCache, defaultEmojiDataResolver } from 'frimousse'

export type Emojis = Awaited<ReturnType<typeof defaultEmojiDataResolver>>

/** `language`: one of the interface's. Those that this browser's font cannot draw are missing. */
export async function emojisIn(language: string): Promise<Emojis> {
  try {
    return await defaultEmojiDataResolver(language, { emojibaseUrl: new URL('./emojis', import.meta.url).href })
  } finally {
    // They would take up half a megabyte of local storage under the address of each build, and what was typed and not sent
    // yet may need the room; the browser's own cache keeps the files.
    createEmojiDataCache().clear()
  }
}
