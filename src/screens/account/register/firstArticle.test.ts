import { expect, it } from 'vitest'
import { pricesHelpArticleId } from './firstArticle.ts'

const helpTexts = Object.keys(import.meta.glob('../../../../server/db/seed/content/en/help/*.html'))

it('names an article that is there', () => expect(helpTexts.map((file) => file.split('/').at(-1))).toContain(`${pricesHelpArticleId}.html`))
