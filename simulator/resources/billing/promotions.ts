import { table } from '../../core/table.ts';
import type { Row } from '../../core/world.ts';

/** The promo credit of the account; `usd` in US dollars. Source: billing#promo-codes. */
interface PromotionRow extends Row {
  readonly code: string;
  readonly usd: number;
  readonly ends: string;
}

export const promotions = table<PromotionRow>('promotions');

export const showPromotion = ({
  code,
  usd,
  ends,
}: PromotionRow): Readonly<Record<string, unknown>> => ({
  summary: `$${usd} off`,
  description: `Credit of the promo code ${code}`,
  credit_monthly_cap: '',
  credit_remaining: usd.toFixed(2),
  this_month_credit_remaining: '',
  expire_dt: ends,
  image_url: '',
  service_type: 'all',
});
