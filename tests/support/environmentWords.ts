import type { LanguageCode } from '#contract/calls/account.ts'
import type { Environment } from '#server/content/environments.ts'

/** How each language names a sandbox, and money that is play money alone. "Play money" by itself is also what the demo account holds. */
const ofSandbox: Record<LanguageCode, RegExp> = {
  'en-us': /sandbox|Sandbox|\bPlay money only/,
  xi: /entorno de pruebas|\bpruebas ·/i,
  jp: /サンドボックス|テスト環境/,
  ko: /샌드박스|테스트 환경/,
  mlxy: /ruang ujian|sandbox/i,
  tai: /แซนด์บ็อกซ์|sandbox/i,
  vl: /môi trường (này )?thử nghiệm|thử nghiệm ·|sandbox/i,
  'zh-cn': /沙盒|沙箱|测试环境/,
  'zh-tw': /沙盒|沙箱|測試環境/,
}

/** What can be said where money is real, and would be untrue in a sandbox. */
const ofProduction: Record<LanguageCode, RegExp> = {
  'en-us': /real money is not taken|move real money|for real money\.|with <strong>real money|lose with real money/i,
  xi: /mueven dinero real|para dinero real\.|con <strong>dinero real/i,
  jp: /動くのは実際のお金|実際のお金用の第/,
  ko: /움직이는 것은 실제 돈|실제 돈을 위한 버전/,
  mlxy: /memindahkan wang sebenar|untuk wang sebenar\./i,
  tai: /ย้ายเงินจริง|เวอร์ชัน 2 สำหรับเงินจริง/,
  vl: /chuyển tiền thật|dành cho tiền thật/i,
  'zh-cn': /转移的是真实资金|适用于真实资金/,
  'zh-tw': /轉移的是真實資金|適用於真實資金/,
}

/** Words that only this environment may say, in that language. */
export const environmentWords = (environment: Environment, lang: LanguageCode): RegExp =>
  environment === 'sandbox' ? ofSandbox[lang] : ofProduction[lang]
