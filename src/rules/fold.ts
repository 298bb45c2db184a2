const diacritics = /[\u0300-\u036f]/g

/**
 * One spelling for all that people may type for the same word: small letters without accents, full-width ones as narrow ones, so that
 * 'nap tien' finds 'Nạp tiền' and 'ＢＴＣ' finds BTC. Marks of scripts that are no words without them stay. The database has the same in
 * its function `folded`.
 */
export const normalizeSearchText = (text: string): string =>
  text.normalize('NFKD').replace(diacritics, '').toLowerCase().replaceAll('đ', 'd')
