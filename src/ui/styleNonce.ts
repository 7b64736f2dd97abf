/** The nonce under which the page may add style elements; empty where it needs none. */
export const styleNonce = (): string => document.querySelector<HTMLMetaElement>('meta[name$="-nonce"]')?.content ?? ''
