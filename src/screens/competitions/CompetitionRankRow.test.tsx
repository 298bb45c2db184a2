import { I18nProvider } from '@lingui/react'
import { setupI18n } from '@lingui/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { CompetitionLeaderboardRow } from '#contract/calls/competitions.ts'
import { asDecimal } from '#contract/decimal.ts'
import { CompetitionRankRow } from './CompetitionRankRow.tsx'

const row = (name: string): string => {
  const zero = asDecimal('0')
  const figures = { yieldRate: zero, totalIncome: zero, maxDrawdown: zero, closedTrades: 12 }
  const ranked: CompetitionLeaderboardRow = { rank: 1, name, isMine: false, ...figures, outReason: null, prize: null }
  const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
  return renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <CompetitionRankRow ranked={ranked} />
    </I18nProvider>,
  )
}

it('has a name, or says that the account is deleted', () => {
  expect(row('Person 7')).toContain('>Person 7</span>')
  expect(row('')).toContain('>Deleted account</span>')
})
