/** The style of the bar, the filter and the guide; it hides the empty column of links, and makes tables and heads fit a phone. */
export const STYLE = `
html { box-sizing: border-box; scroll-padding-top: 56px; }
*, *::before, *::after { box-sizing: inherit; }
body { margin: 0; background: #fafafa; }
.bar { position: sticky; top: 0; z-index: 10; display: flex; flex-wrap: wrap; gap: 6px 16px; align-items: center;
  padding: 8px 20px; background: #1b1b1b; color: #fff; font: 14px sans-serif; }
.bar form { display: flex; flex-wrap: wrap; gap: 6px; }
.bar nav { display: flex; gap: 16px; margin-left: auto; }
.bar a { color: #9cf; }
.bar button { border: 1px solid #666; border-radius: 4px; padding: 4px 10px; background: #333; color: #fff;
  font: inherit; cursor: pointer; }
.bar input { width: 110px; border: 1px solid #666; border-radius: 4px; padding: 4px 8px; font: inherit; }
:is(.bar, .guide) :focus-visible, .search:focus-visible { outline: 2px solid #49cc90; outline-offset: 2px; }
.swagger-ui input.search { display: block; width: min(560px, calc(100% - 40px)); margin: 16px auto; padding: 8px 12px;
  border: 2px solid #d8dde7; border-radius: 4px; font: 14px sans-serif; }
.swagger-ui .opblock-body table .response-col_links { display: none; }
.swagger-ui .response-control-media-type__accept-message { display: none; }
@media (max-width: 640px) {
  .bar { position: static; padding: 8px 10px; }
  .bar nav { margin-left: 0; }
  .swagger-ui .wrapper { padding: 0 10px; }
  .swagger-ui .opblock-tag, .swagger-ui .opblock-summary-control { flex-wrap: wrap; }
  .swagger-ui .opblock-tag small, .swagger-ui .opblock-summary-operation-id { flex-basis: 100%; order: 1; padding: 0; }
  .swagger-ui .opblock-summary-path-description-wrapper { flex: 1; min-width: 0; flex-wrap: wrap; }
  .swagger-ui .opblock-body table :is(thead, tr, td) { display: block; width: auto; min-width: 0; }
  .swagger-ui .opblock-body table thead { display: none; }
}
.guide { max-width: 860px; margin: 0 auto; padding: 0 16px 48px; color: #222; font: 16px/1.5 sans-serif; }
.guide :is(pre, table) { display: block; overflow-x: auto; }
.guide pre { padding: 12px; background: #f0f0f0; font-size: 13px; line-height: 1.4; }
.guide table { border-collapse: collapse; }
.guide :is(td, th) { border: 1px solid #ccc; padding: 4px 10px; text-align: left; vertical-align: top; }
`;
