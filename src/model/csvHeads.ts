/** The tables that a project is exported as in CSV, as far as an import knows them again: by their heads, in the languages of the interface (`exportWords`). */
export type OwnCsv = 'sources' | 'codebook' | 'memos' | 'quotes'

/** Of English, German, French, Spanish, Portuguese. Those of the sources stand before the properties. */
const heads: Readonly<Record<OwnCsv, readonly string[]>> = {
  sources: [
    'Source,Author,Date,Highlights,Memos',
    'Quelle,Autor,Datum,Markierungen,Memos',
    'Source,Auteur,Date,Surlignages,Mémos',
    'Fuente,Autor,Fecha,Resaltados,Memos',
    'Fonte,Autor,Data,Destaques,Memos',
  ],
  codebook: [
    'Quirk,Path,Level,Description,Colour,Groups,Shortcut key,Highlights,Sources,Author,Date',
    'Quirk,Pfad,Ebene,Beschreibung,Farbe,Gruppen,Taste,Markierungen,Quellen,Autor,Datum',
    'Quirk,Chemin,Niveau,Description,Couleur,Groupes,Touche,Surlignages,Sources,Auteur,Date',
    'Quirk,Ruta,Nivel,Descripción,Color,Grupos,Tecla,Resaltados,Fuentes,Autor,Fecha',
    'Quirk,Caminho,Nível,Descrição,Cor,Grupos,Tecla,Destaques,Fontes,Autor,Data',
  ],
  memos: [
    'Memo,Passage,Source,Question,Author,Date,Start,Length',
    'Memo,Stelle,Quelle,Frage,Autor,Datum,Anfang,Länge',
    'Mémo,Passage,Source,Question,Auteur,Date,Début,Longueur',
    'Memo,Pasaje,Fuente,Pregunta,Autor,Fecha,Inicio,Longitud',
    'Memo,Trecho,Fonte,Pergunta,Autor,Data,Início,Comprimento',
  ],
  quotes: [
    'Quirk,Passage,Source,Question,Author,Date,Paragraph,Start,Length',
    'Quirk,Stelle,Quelle,Frage,Autor,Datum,Absatz,Anfang,Länge',
    'Quirk,Passage,Source,Question,Auteur,Date,Paragraphe,Début,Longueur',
    'Quirk,Pasaje,Fuente,Pregunta,Autor,Fecha,Párrafo,Inicio,Longitud',
    'Quirk,Trecho,Fonte,Pergunta,Autor,Data,Parágrafo,Início,Comprimento',
  ],
}

/** Of memos and quotes: it is there only where a project has several questions. */
const question = 3

/** How many columns of the sources stand before those of the properties. */
export const sourceColumns = 5

/** null: it is another table. */
export function ownCsvOf(header: readonly string[]): OwnCsv | null {
  const of = (table: OwnCsv, given: readonly string[]) => heads[table].includes(given.join(','))
  if (of('sources', header.slice(0, sourceColumns))) return 'sources'
  if (of('codebook', header)) return 'codebook'
  const several = (table: OwnCsv) =>
    heads[table].some(
      (all) => all === header.join(',') || all.split(',').toSpliced(question, 1).join(',') === header.join(','),
    )
  return (['memos', 'quotes'] as const).find(several) ?? null
}
