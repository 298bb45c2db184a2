import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'
import { supportedLanguages } from './src/contract/languages.ts'

/** A catalog for each language; the folders carry BCP 47 names. */
export default defineConfig({
  sourceLocale: 'en',
  locales: supportedLanguages.map(({ locale }) => locale),
  catalogs: [
    {
      path: '<rootDir>/locales/{locale}/messages',
      include: ['<rootDir>/src', '<rootDir>/server'],
      exclude: ['**/*.test.*', '**/routeTree.gen.ts'],
    },
  ],
  format: formatter({ lineNumbers: false }),
})
