import type { Command } from 'commander';

/** `sudoku report`: what reports say, to look at. */
export function addReport(program: Command): void {
  program
    .command('report')
    .description('Make a page of reports: one HTML file that needs no network.')
    .argument('<reports...>', 'files that end in .report.json, or directories of them')
    .requiredOption('-o, --out <page>', 'the page, such as report.html; - for standard output')
    .action(async (paths: string[], { out }: { readonly out: string }) => {
      const [{ readReports }, { writePage }] = await Promise.all([
        import('../report/read-reports.ts'),
        import('../report/write-page.ts'),
      ]);
      writePage(out, readReports(paths));
    });
}
