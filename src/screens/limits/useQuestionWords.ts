import { useLingui } from '@lingui/react/macro'

interface Question {
  text: string
  options: Record<string, string>
}

/** The questions about risk in words, by the names that the server gives them. Which answer is right only the server knows. */
export function useSuitabilityQuestionTexts(): Record<string, Question> {
  const { t } = useLingui()
  return {
    leverage: {
      text: t`You open a contract with 10× leverage and the price moves 5% against you. What happens to your margin?`,
      options: { a: t`It loses about 5%`, b: t`It loses about half`, c: t`Nothing, as long as I do not close` },
    },
    closeOut: {
      text: t`When is a position closed without asking you?`,
      options: { a: t`Never`, b: t`After a day of losses`, c: t`When half of its margin is lost` },
    },
    gap: {
      text: t`Prices can jump. What does that mean when a position is closed because its margin is short?`,
      options: {
        a: t`It can happen at a worse price, and the whole margin can be lost`,
        b: t`It waits for a better price`,
        c: t`It is made good afterwards`,
      },
    },
    stop: {
      text: t`What does a stop loss do?`,
      options: {
        a: t`It guarantees its exact price`,
        b: t`It makes losses impossible`,
        c: t`It closes at the first price at or beyond it, which can be worse`,
      },
    },
    charges: {
      text: t`What does holding a contract overnight or over a funding time cost?`,
      options: { a: t`Never anything`, b: t`A charge, or a credit, that changes with the market`, c: t`Always one USDT` },
    },
    odds: {
      text: t`A second contract brings 85% on top when it wins. How often must you be right to lose nothing?`,
      options: { a: t`In more than 54 of 100 cases`, b: t`In 50 of 100 cases`, c: t`In 46 of 100 cases` },
    },
    option: {
      text: t`You buy an option and it ends worth nothing. What is lost?`,
      options: { a: t`Nothing`, b: t`The whole premium and the fee`, c: t`Ten times the premium` },
    },
    winner: {
      text: t`Five second contracts in a row were lost. What is true of the next one?`,
      options: { a: t`It is likely to win`, b: t`A larger stake evens it out`, c: t`Its chances are the same as before` },
    },
    money: {
      text: t`Which money is fit for these products?`,
      options: { a: t`What I can lose without harm`, b: t`Borrowed money, paid back from gains`, c: t`The money for the rent` },
    },
    help: {
      text: t`You notice that you trade to win back losses. What is sensible?`,
      options: { a: t`More leverage`, b: t`A break, limits, and talking to someone`, c: t`Trading more often` },
    },
  }
}
