import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

/** Nine catalogs; the folders carry BCP-47 names (house 3.8). */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'ja', 'ko', 'ms', 'th', 'vi', 'es', 'zh-Hans', 'zh-Hant'],
  catalogs: [
    {
      path: '<rootDir>/locales/{locale}/messages',
      include: ['<rootDir>/src', '<rootDir>/server'],
      exclude: ['**/*.test.*', '**/routeTree.gen.ts'],
    },
  ],
  format: formatter({ lineNumbers: false }),
})
