/** Opus by WebAssembly, for browsers whose WebCodecs have no encoder for it. Loaded only there. */
import { createEncoder, type OpusEncoderHandle } from 'libopus-wasm'
import { type AudioCodec, type AudioSample, CustomAudioEncoder, EncodedPacket, registerEncoder } from 'mediabunny'

/** 60 ms at 16 kHz: the longest packet, and the smallest file. */
const frameSize = 960
const sampleRate = 16_000
/** Ogg counts in units of 1/48,000 s, whatever the rate. */
const unitsPerSample = 48_000 / sampleRate

let isProvided = false

/** From now on mediabunny encodes by it what the browser cannot. */
export function provideOpusEncoder(): void {
  if (!isProvided) registerEncoder(OpusEncoder)
  isProvided = true
}

class OpusEncoder extends CustomAudioEncoder {
  #encoder: OpusEncoderHandle | null = null
  /** Of the frame that is being filled. */
  #held = 0
  readonly #frame = new Float32Array(frameSize)
  /** Samples that have been encoded, and those that were given. */
  #done = 0
  #given = 0

  static override supports(codec: AudioCodec, config: AudioEncoderConfig): boolean {
    return codec === 'opus' && config.sampleRate === sampleRate && config.numberOfChannels === 1
  }

  async init(): Promise<void> {
    const bitrate = this.config.bitrate ?? 'auto'
    this.#encoder = await createEncoder({ sampleRate, channels: 1, frameSize, bitrate })
  }

  encode(sample: AudioSample): void {
    const sound = new Float32Array(sample.numberOfFrames)
    sample.copyTo(sound, { planeIndex: 0, format: 'f32-planar' })
    this.#take(sound)
    this.#given += sound.length
  }

  /** The encoder is a little behind what it is given: silence brings out the rest. */
  flush(): void {
    const missing = this.#given + this.#lookahead() - this.#done - this.#held
    const left = Math.max(0, missing) + this.#held
    if (left > 0) this.#take(new Float32Array(Math.ceil(left / frameSize) * frameSize - this.#held))
  }

  close(): void {
    this.#encoder?.free()
    this.#encoder = null
  }

  #lookahead(): number {
    return this.#encoder?.getLookahead() ?? 0
  }

  #take(sound: Float32Array): void {
    for (let at = 0; at < sound.length; ) {
      const piece = sound.subarray(at, at + frameSize - this.#held)
      this.#frame.set(piece, this.#held)
      this.#held += piece.length
      at += piece.length
      if (this.#held === frameSize) this.#write()
    }
  }

  #write(): void {
    const data = this.#encoder?.encodeFloat(this.#frame).slice()
    if (!data) throw new Error('the encoder is closed')
    const packet = new EncodedPacket(data, 'key', this.#done / sampleRate, frameSize / sampleRate)
    const meta = this.#done === 0 ? { decoderConfig: this.#config() } : undefined
    this.#held = 0
    this.#done += frameSize
    this.onPacket(packet, meta)
  }

  /** With the head of the file (RFC 7845 §5.1), which says how much at the beginning is not to be heard. */
  #config(): AudioDecoderConfig {
    const description = new Uint8Array(19)
    description.set(new TextEncoder().encode('OpusHead'))
    description[8] = 1
    description[9] = 1
    const view = new DataView(description.buffer)
    view.setUint16(10, this.#lookahead() * unitsPerSample, true)
    view.setUint32(12, sampleRate, true)
    return { codec: 'opus', sampleRate, numberOfChannels: 1, description }
  }
}
