/** In which languages can scanned pages be read? By the codes of the program that reads them; one for each language of the interface. */
export const ocrLanguages = { en: 'eng', de: 'deu', es: 'spa', fr: 'fra', pt: 'por' } as const

export type OcrLanguage = (typeof ocrLanguages)[keyof typeof ocrLanguages]

export const isOcrLanguage = (code: string): code is OcrLanguage => Object.values<string>(ocrLanguages).includes(code)
