// `sudoku report`: an HTML page of reports.
import type { Command } from 'commander';
import { Exit } from '../cli/exit.ts';
import { addExamples } from '../cli/help.ts';

export function addReport(program: Command): void {
  const command = program
    .command('report')
    .description('Make an HTML page of reports: one file that needs no network.')
    .argument('<reports...>', 'files that end in .report.json, or directories of them')
    .requiredOption('-o, --out <page>', 'the page, such as report.html; - for standard output')
    .action(async (paths: string[], { out }: { readonly out: string }) => {
      const [
        { noReports, reportFiles, readReportFiles, openPage },
        { refuseCollisions },
        { warnOfUnreadable },
      ] = await Promise.all([
        import('../files/report-page.ts'),
        import('../files/output-paths.ts'),
        import('../cli/paths.ts'),
      ]);
      const { files, unreadable } = reportFiles(paths);
      refuseCollisions(files, [{ path: out, what: 'the page of reports' }]);
      warnOfUnreadable(unreadable);
      if (unreadable.length > 0) process.exitCode = Exit.usage;
      if (files.length === 0) throw noReports(paths);
      const reports = readReportFiles(files);
      const page = await openPage(out);
      await page.write(reports);
    });
  addExamples(
    command,
    ['make a page of the reports of a submit', 'sudoku report out -o report.html'],
    ['make a page of one report', 'sudoku report puzzles.txt.report.json -o page.html'],
  );
}
