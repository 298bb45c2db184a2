// Scripts written without spaces are counted by the character.
const solid = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu
const wordsPerMinute = 220
const charactersPerMinute = 500

/** Minutes a calm reader needs for this HTML, at least 1. */
export function readingMinutes(html: string): number {
  const text = html.replace(/<[^>]*>/g, ' ')
  const characters = text.match(solid)?.length ?? 0
  const words = text.replace(solid, ' ').split(/\s+/).filter(Boolean).length
  return Math.max(1, Math.round(words / wordsPerMinute + characters / charactersPerMinute))
}
