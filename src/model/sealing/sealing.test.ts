import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, scryptSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { AnyRow } from '../schema.ts'
import { mediaPart } from '../sound/media.ts'
import { fromBase64url, toBase64url } from './base64url.ts'
import { keyPartsOf, newProjectKey } from './keys.ts'
import { openedAhead } from './openedAhead.ts'
import { newRecoveryCode, readRecoveryCode } from './recoveryCode.ts'
import { mediaHash, openMedia, sealMedia } from './sealedMedia.ts'
import { sealedProject } from './sealedProject.ts'
import { openRow, sealRow } from './sealedRows.ts'
import { openValue, sealValue } from './sealedValue.ts'
import { unwrapKey, wrapKey } from './wraps.ts'

const key = Uint8Array.from({ length: 32 }, (_, i) => i)
const parts = keyPartsOf(key)
const bytesOf = (sealed: string) => Buffer.from(sealed.split('.')[2] ?? '', 'base64url')
const ivOf = (sealed: string) => bytesOf(sealed).subarray(0, 12).toString('hex')

describe('key parts', () => {
  it('are HKDF-SHA-256 of the key, as Node makes it, and these for ever', () => {
    const part = (use: string) => new Uint8Array(hkdfSync('sha256', key, '', use, 32))
    expect(parts).toEqual({ text: part('thicket sealed text'), iv: part('thicket iv of sealed text') })
    expect(Buffer.from(parts.text).toString('hex')).toBe(
      '0659c118af05c24942007d28a53b9fbc118ba14232f2d0887d528c496ce511b9',
    )
    expect(Buffer.from(newProjectKey()).equals(Buffer.from(newProjectKey()))).toBe(false)
  })
})

describe('a sealed value', () => {
  it('is AES-256-GCM with an iv of HMAC-SHA-256, as Node makes them, and the same for ever', () => {
    const [place, plain] = ['memos.content 7', 'Said “no” 😀']
    const about = Buffer.from(place)
    const length = Buffer.from([0, 0, 0, about.length])
    const iv = createHmac('sha256', parts.iv).update(length).update(about).update(plain).digest().subarray(0, 12)
    const cipher = createCipheriv('aes-256-gcm', parts.text, iv).setAAD(about)
    const bytes = Buffer.concat([iv, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
    const sealed = sealValue(parts, place, plain)
    expect(sealed).toBe(`~1.12.${bytes.toString('base64url')}`)
    expect(sealed).toBe('~1.12.EpZtRnexGhiCEp-_hQn-tRPf9DKKnh2RBwYFOtJv1BIzuj5sPDyP39eVURHFFw')
    const found = bytesOf(sealed)
    const opening = createDecipheriv('aes-256-gcm', parts.text, found.subarray(0, 12))
    opening.setAAD(about).setAuthTag(found.subarray(-16))
    expect(Buffer.concat([opening.update(found.subarray(12, -16)), opening.final()]).toString()).toBe(plain)
  })

  it('comes back as it was, whatever it is', () => {
    const texts = ['', ' ', 'a', '\uFEFF\uFEFFmark', '\0', '~1.3.abc', 'e\u0301 שלום 𐐀 👩‍👩‍👧', 'x'.repeat(100_001)]
    for (const plain of texts)
      expect(openValue(parts, 'p', sealValue(parts, 'p', plain)), plain.slice(0, 10)).toEqual({
        plain,
        length: plain.length,
      })
  })

  it('is the same for the same text at the same place, and another at each other', () => {
    const places = ['memos.content 7', 'memos.content 8', 'quirks.description 7', 'memos.content 77']
    const sealed = places.map((place) => sealValue(parts, place, 'Trust'))
    expect(sealed).toEqual(places.map((place) => sealValue(parts, place, 'Trust')))
    expect(new Set(sealed.map(ivOf)).size).toBe(places.length)
  })

  it('of two texts of which place and words together are the same letters: each has an iv of its own', () => {
    const [one, other] = [sealValue(parts, 'row 1', '2 abc'), sealValue(parts, 'row 12', ' abc')]
    expect(ivOf(one)).not.toBe(ivOf(other))
  })

  it('does not open at the place of another row or another column, nor by another key', () => {
    const sealed = sealValue(parts, 'memos.content 7', 'Trust')
    expect(openValue(parts, 'memos.content 8', sealed)).toBeNull()
    expect(openValue(parts, 'quirks.description 7', sealed)).toBeNull()
    expect(openValue(keyPartsOf(newProjectKey()), 'memos.content 7', sealed)).toBeNull()
    const row = { id: 7, title: 'T', description: 'Trust', author: 'Anna' }
    const swapped = { ...sealRow(parts, 'quirks', row), id: 8 }
    expect(openRow(parts, 'quirks', swapped)).toBeNull()
    expect(openRow(parts, 'quirks', { ...swapped, id: 7 })).toEqual(row)
  })

  it('does not open where a letter of it is another, or it was never sealed', () => {
    const sealed = sealValue(parts, 'p', 'Trust')
    for (let i = 0; i < sealed.length; i += 1) {
      const letter = sealed[i] === 'A' ? 'B' : 'A'
      // What it says of its length is no part of what is sealed: rows compare it.
      if (i !== 3)
        expect(openValue(parts, 'p', sealed.slice(0, i) + letter + sealed.slice(i + 1)), String(i)).toBeNull()
    }
    for (const none of [
      '',
      'Trust',
      '~1.',
      '~1.5',
      '~1.5.',
      '~2.5.AAAA',
      '~1.05.AAAA',
      `${sealed}A`,
      sealed.slice(0, -4),
    ])
      expect(openValue(parts, 'p', none), none).toBeNull()
  })

  it('does not open where it lies about its length', () => {
    const answer = { id: 1, sourceId: 1, questionId: 1, answer: '<p>A <b>word</b>.</p>', author: 'Ben', timestamp: 1 }
    const sealed = sealRow(parts, 'question_answers', answer)
    expect(sealed).toEqual({ ...answer, answer: expect.stringMatching(/^~1\.7\./) })
    expect(openRow(parts, 'question_answers', sealed)).toEqual(answer)
    const longer = { ...sealed, answer: String(sealed.answer).replace('~1.7.', '~1.8.') }
    expect(openRow(parts, 'question_answers', longer)).toBeNull()
  })
})

describe('bytes as text', () => {
  it('are base64url as Node has it, of any length', () => {
    for (const length of [0, 1, 2, 3, 4, 5, 24_575, 24_576, 24_577, 60_001]) {
      const bytes = Uint8Array.from({ length }, (_, i) => (i * 151) & 255)
      expect(toBase64url(bytes) === Buffer.from(bytes).toString('base64url'), String(length)).toBe(true)
      expect(Buffer.from(bytes).equals(fromBase64url(toBase64url(bytes)) ?? new Uint8Array(1)), String(length)).toBe(
        true,
      )
    }
  })

  it.each(['A', 'AB', 'AAAAA', 'AA==', 'AA+A', 'AA A', 'AAé'])('%s is none', (text) => {
    expect(fromBase64url(text)).toBeNull()
  })
})

describe('the key in the file', () => {
  const cheap = 2 ** 15
  const { hash, recovery } = wrapKey(key, 'Ein Pfad im Wald', cheap)
  const unwrapped = (secret: string, text = hash) => unwrapKey('p.qrk', text, secret)

  it('opens by the password and by the recovery code, however they are typed', () => {
    for (const secret of [
      'Ein Pfad im Wald',
      '  Ein Pfad im Wald\n',
      'Ein\u00a0Pfad im Ｗald',
      recovery,
      recovery.toLowerCase().replaceAll('-', ' '),
    ])
      expect(unwrapped(secret), secret).toEqual({ ok: key })
  })

  it('and by nothing else', () => {
    for (const secret of ['', 'ein Pfad im Wald', newRecoveryCode()])
      expect(unwrapped(secret), secret).toEqual({ problem: { kind: 'wrongPassword', name: 'p.qrk' } })
  })

  it('is wrapped by scrypt and AES-256-GCM, as Node makes them', () => {
    const [wrap] = JSON.parse(hash).wraps
    expect(wrap).toMatchObject({ kind: 'password', N: cheap, r: 8, p: 1 })
    const [salt, iv, sealed] = [wrap.salt, wrap.iv, wrap.key].map((text: string) => Buffer.from(text, 'base64url')) as [
      Buffer,
      Buffer,
      Buffer,
    ]
    const by = scryptSync('Ein Pfad im Wald', salt, 32, { N: cheap, r: 8, p: 1, maxmem: 2 ** 26 })
    const opening = createDecipheriv('aes-256-gcm', by, iv).setAAD(Buffer.from('thicket key by password'))
    opening.setAuthTag(sealed.subarray(-16))
    expect(Buffer.concat([opening.update(sealed.subarray(0, -16)), opening.final()]).equals(Buffer.from(key))).toBe(
      true,
    )
  })

  it('one wrap does not pass for the other', () => {
    const [password, code] = JSON.parse(hash).wraps
    const swapped = JSON.stringify({
      v: 1,
      wraps: [
        { ...password, key: code.key, iv: code.iv },
        { ...code, key: password.key, iv: password.iv },
      ],
    })
    for (const secret of ['Ein Pfad im Wald', recovery])
      expect(unwrapped(secret, swapped)).toEqual({ problem: { kind: 'wrongPassword', name: 'p.qrk' } })
  })

  it('what a file says costs no more than is bounded; a later way is said to be one', () => {
    const having = (change: object) => JSON.stringify({ v: 1, wraps: [{ ...JSON.parse(hash).wraps[0], ...change }] })
    const damaged = { problem: { kind: 'truncatedProject', name: 'p.qrk' } }
    for (const change of [
      { N: 2 ** 14 },
      { N: 2 ** 19 },
      { N: 40_000 },
      { N: '32768' },
      { r: 16 },
      { p: 2 },
      { kind: 'x' },
      { salt: 'A'.repeat(200) },
    ])
      expect(unwrapped('Ein Pfad im Wald', having(change)), JSON.stringify(change)).toEqual(damaged)
    const many = JSON.stringify({ v: 1, wraps: Array(5).fill(JSON.parse(hash).wraps[0]) })
    for (const text of ['', 'a hash', 'null', '{}', '{"v":1}', '{"v":1,"wraps":[null]}', many])
      expect(unwrapped('x', text), text).toEqual(damaged)
    expect(unwrapped('x', '{"v":2,"wraps":[]}')).toEqual({
      problem: { kind: 'newerProject', name: 'p.qrk', version: 2 },
    })
  })
})

describe('a recovery code', () => {
  it('has eight groups of four, and letters that are taken for others are read as those', () => {
    const code = newRecoveryCode()
    expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){7}[0-9A-HJKMNP-TV-Z]{4}$/)
    expect(code).not.toBe(newRecoveryCode())
    expect(readRecoveryCode(`${'oOiI'.repeat(7)} 1l0L`)).toBe(`${'0011'.repeat(7)}1101`)
    expect(readRecoveryCode(code.slice(1))).toBeNull()
    expect(readRecoveryCode(`${code.slice(1)}U`)).toBeNull()
  })
})

describe('a project that is sealed before it leaves', () => {
  it('is whole and in canonical form, opens by its key, and says that it is protected', () => {
    const made = { author: 'Anna', timestamp: 1 }
    const rows = {
      sources: [{ id: 1, title: 'Anna', icon: 'md_generic', ...made }],
      question_answers: [{ id: 2, sourceId: 1, questionId: 1, answer: 'Said <b>no</b>', ...made }],
      highlights: [{ id: 3, sourceId: 1, questionId: 1, quirkId: 4, start: 5, length: 2, ...made, color: '#112233' }],
      preferences: [
        { key: '___db_encrypted', value: '0' },
        { key: 'sourceFontSize', value: '14' },
      ],
    }
    const sealed = [...sealedProject(parts, 'wraps', rows)]
    const [source, answer, highlight, ...preferences] = sealed.map(([, row]) => row)
    expect(JSON.stringify(sealed)).not.toMatch(/Anna"?,"icon|Said|no</)
    expect(openRow(parts, 'sources', source as AnyRow)).toMatchObject({ title: 'Anna' })
    expect(answer?.answer).toMatch(/^~1\.7\./)
    expect(openRow(parts, 'question_answers', answer as AnyRow)).toMatchObject({ answer: '<p>Said <b>no</b></p>' })
    const { color: _, ...kept } = rows.highlights[0] as AnyRow
    expect(highlight).toEqual(kept)
    expect(preferences).toEqual([
      { key: 'sourceFontSize', value: '14' },
      { key: '___db_encrypted', value: '1' },
      { key: '___db_hash', value: 'wraps' },
    ])
  })

  it('names the sealed sound of its recordings, and none where that does not go along', () => {
    const recording = { sourceId: 1, questionId: 1, title: '', type: 'audio/ogg', milliseconds: 5, author: 'Anna' }
    const recordings = ['plain', 'lost'].map((hash, id) => ({ id, hash, timestamp: 1, ...recording }))
    const sealed = [...sealedProject(parts, 'wraps', { recordings }, new Map([['plain', 'sealed']]))]
    const shown = sealed.flatMap(([table, { hash, type }]) => (table === 'recordings' ? [[hash, type]] : []))
    expect(shown).toEqual([
      ['sealed', 'audio/ogg'],
      ['', ''],
    ])
  })
})

describe('the sound of a recording', () => {
  const sound = Uint8Array.from({ length: mediaPart + 100 }, (_, n) => n % 251)
  const turn = async () => {}

  it('comes back byte by byte, and the same sound is sealed alike', async () => {
    const sealed = await sealMedia(parts, sound, turn)
    expect(await openMedia(parts, sealed, turn)).toEqual(sound)
    expect(await sealMedia(parts, sound, turn)).toEqual(sealed)
    expect(Buffer.from(sealed).includes(Buffer.from(sound.subarray(0, 64)))).toBe(false)
    expect(await mediaHash(sealed, turn)).toBe(createHash('sha256').update(sealed).digest('base64url'))
  })

  it('opens whole or not at all: not altered, cut, turned round or by another key', async () => {
    const sealed = await sealMedia(parts, sound, turn)
    const altered = sealed.slice()
    altered[mediaPart + 60] = (altered[mediaPart + 60] ?? 0) ^ 1
    const first = mediaPart + 28
    const turned = new Uint8Array([...sealed.subarray(first), ...sealed.subarray(0, first)])
    for (const wrong of [altered, sealed.subarray(0, first), turned])
      expect(await openMedia(parts, wrong, turn)).toBeNull()
    expect(await openMedia(keyPartsOf(newProjectKey()), sealed, turn)).toBeNull()
  })
})

describe('a text that is decrypted ahead', () => {
  const place = 'question_answers.answer 7'
  const [plain, other] = ['\uFEFFSaid “no” 😀', 'and went']
  const sealed = sealValue(parts, place, plain)

  it('is found once, at its place, as it was sealed, and is what it would be without', async () => {
    const ahead = openedAhead(parts)
    expect(ahead.find(place, sealed)).toBe(null)
    await ahead.open([{ place, sealed }])
    expect(ahead.find('question_answers.answer 8', sealed)).toBe(null)
    expect(openValue({ ...parts, known: ahead }, place, sealed)?.plain).toBe(plain)
    expect(ahead.find(place, sealed)).toBe(null)
  })

  it('is forgotten when others are decrypted', async () => {
    const ahead = openedAhead(parts)
    await ahead.open([{ place, sealed }])
    expect(ahead.has(place)).toBe(true)
    await ahead.open([])
    expect(ahead.has(place)).toBe(false)
  })

  it('is opened anew where another has come in its place meanwhile, and left alone where it does not decrypt', async () => {
    const ahead = openedAhead(parts)
    await ahead.open([{ place, sealed }])
    const newer = sealValue(parts, place, other)
    expect(openValue({ ...parts, known: ahead }, place, newer)?.plain).toBe(other)
    const elsewhere = { place: 'question_answers.answer 8', sealed }
    await ahead.open([elsewhere, { place, sealed: '~1.3.not base64' }])
    expect(ahead.has(elsewhere.place)).toBe(false)
    expect(ahead.find(elsewhere.place, sealed)).toBe(null)
    expect(openValue({ ...parts, known: ahead }, elsewhere.place, sealed)).toBe(null)
  })
})
